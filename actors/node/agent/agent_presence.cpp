#include "actors/node/agent/agent_presence.hpp"

#include "actors/node/tables/workflow_table.hpp"
#include "messages/model/agent_session.hpp"

namespace ironbus {

bool agent_is_known(const node& x) {
  return read_agent_session(x.driver_internal_info).has_sent_heartbeat();
}

std::chrono::seconds agent_timeout(const decision& d) {
  return d.ctx().options.*(info(d.next.current->kind).agent_timeout);
}

void record_heartbeat(decision& decision) {
  auto& notes = decision.next.attributes.driver_internal_info;
  auto session = read_agent_session(notes);
  session.last_heartbeat = decision.ctx().now;
  write_agent_session(notes.edit(), session);
}

std::string describe_last_heartbeat(const node& node) {
  const auto known = read_agent_session(node.driver_internal_info);
  if (known.last_heartbeat)
    return "The last heartbeat of the agent was at " + to_string(*known.last_heartbeat) + ".";
  return known.token ? "The agent has looked up its node but never sent a heartbeat."
                     : "No agent has looked up the node since its last boot.";
}

}  // namespace ironbus
