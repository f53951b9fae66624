#include "gateways/http/agent_states.hpp"

#include <array>

namespace ironbus::http {

namespace {

// State, lookup, lookup with fast track, heartbeat, heartbeat with fast track.
constexpr std::array states{
    agent_state{"enroll", false, true, false, true},
    agent_state{"manageable", false, true, false, true},
    agent_state{"available", false, true, false, true},
    agent_state{"inspecting", true, true, false, false},
    agent_state{"inspect wait", true, true, false, false},
    agent_state{"cleaning", true, true, true, true},
    agent_state{"clean wait", true, true, true, true},
    agent_state{"clean hold", false, false, true, true},
    agent_state{"deploying", true, true, true, true},
    agent_state{"wait call-back", true, true, true, true},
    agent_state{"deploy hold", false, false, true, true},
    agent_state{"rescuing", true, true, true, true},
    agent_state{"rescue wait", true, true, true, true},
    agent_state{"servicing", false, true, true, true},
    agent_state{"service wait", true, true, true, true},
    agent_state{"service hold", false, true, true, true},
};

}  // namespace

agent_state agent_state_of(std::string_view provision_state) {
  for (const auto& row : states)
    if (row.state == provision_state) return row;
  return {provision_state};
}

bool is_fast_track(bool option, const json& about) {
  const auto own = about.find("driver_info");
  return option ||
         (own != about.end() && own->is_object() && own->value("fast_track", json{}) == true);
}

}  // namespace ironbus::http
