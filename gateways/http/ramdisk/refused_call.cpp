#include "gateways/http/ramdisk/refused_call.hpp"

#include "gateways/http/services/services.hpp"
#include "messages/model/agent_session.hpp"

namespace ironbus::http {

namespace {

constexpr std::chrono::seconds report_pause{30};
constexpr size_t reported_bytes_max = 500;

/// Only what the agent did wrong; a busy service is not its fault.
bool is_fault_of_agent(error_code code) {
  return code == error_code::invalid || code == error_code::forbidden ||
         code == error_code::conflict;
}

}  // namespace

void report_refused_call(const call_ptr& call, const std::string& node, const json& attributes,
                         std::string_view name, const failure& why) {
  if (!is_fault_of_agent(why.code)) return;
  const auto known = read_agent_session(attributes.value("driver_internal_info", json::object()));
  if (known.refused_at && call->services.time.now() < *known.refused_at + report_pause) return;
  call->services.commands.tell(
      agent_refused{std::string{name}, why.message.substr(0, reported_bytes_max)}, node,
      call->origin(), [](result<std::monostate>) {});
}

}  // namespace ironbus::http
