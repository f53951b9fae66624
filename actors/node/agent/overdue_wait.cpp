#include "actors/node/agent/overdue_wait.hpp"

#include "actors/node/agent/agent_presence.hpp"
#include "actors/node/decision/progress.hpp"

namespace ironbus {

namespace {

/// "the agent", "the child nodes A, B".
std::string awaited_party(const node_snapshot& snapshot) {
  if (snapshot.waiting->awaited_party != awaited::children)
    return "the " + std::string{to_string(snapshot.waiting->awaited_party)};
  std::string names;
  for (const auto& child : snapshot.current->children_left)
    names += (names.empty() ? " " : ", ") + child;
  return "the child nodes" + names;
}

std::string advice(const node_snapshot& snapshot) {
  if (snapshot.waiting->awaited_party != awaited::agent) return {};
  if (const auto since = snapshot.waiting->machine_off_since)
    return " The machine is off since " + to_string(*since) + ".";
  return " " + describe_last_heartbeat(snapshot.attributes) +
         " Please check if the ramdisk is running on the node.";
}

}  // namespace

std::string describe_overdue_wait(const node_snapshot& snapshot) {
  return "Timeout reached in state '" + std::string{to_string(snapshot.attributes.state)} +
         "' while waiting for " + awaited_party(snapshot) + " since " +
         to_string(snapshot.waiting->since) + " at " + name_of_step(*snapshot.current) + "." +
         advice(snapshot);
}

}  // namespace ironbus
