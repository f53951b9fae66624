#include "gateways/http/ramdisk/agent_states.hpp"

#include "messages/model/agent_session.hpp"
#include "messages/model/state_table.hpp"

namespace ironbus::http {

agent_state agent_state_of(std::string_view provision_state) {
  const auto state = provision_state_from(provision_state);
  if (!state) return {provision_state};
  const auto& row = info(*state);
  return {provision_state, row.lookup, row.lookup_fast_track,
          row.heartbeat != heartbeat_effect::ignored,
          row.heartbeat_fast_track != heartbeat_effect::ignored};
}

bool is_fast_track(bool option, const json& attributes) {
  return may_keep_agent(option, attributes.value("driver_info", json{}));
}

}  // namespace ironbus::http
