#include "actors/node/agent/agent_session.hpp"

#include "actors/node/tables/workflow_table.hpp"

namespace ironbus {

bool agent_is_known(const node& x) {
  const auto url = x.driver_internal_info.find("agent_url");
  return url != x.driver_internal_info.end() && url->is_string() && *url != "";
}

std::chrono::seconds agent_timeout(const decision& d) {
  return d.ctx().options.*(info(d.next.current->kind).agent_timeout);
}

std::string last_sign_of_agent(const node& node) {
  const auto& known = node.driver_internal_info;
  if (const auto at = known.find("agent_last_heartbeat"); at != known.end() && at->is_string())
    return "The agent was last heard at " + at->get<std::string>() + ".";
  return known.contains("agent_secret_token")
             ? "The agent has looked its node up but never called."
             : "No agent has looked the node up since its last boot.";
}

}  // namespace ironbus
