#include "actors/node/running/deadlines.hpp"

#include "actors/node/agent/agent_presence.hpp"
#include "actors/node/agent/waiting.hpp"
#include "actors/node/decision/progress.hpp"
#include "actors/node/running/agent_watch.hpp"
#include "actors/node/running/in_flight.hpp"
#include "actors/node/running/task_watch.hpp"

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
  return " " + describe_last_heartbeat(snapshot.attributes) +
         " Please check if the ramdisk is running on the node.";
}

std::string timeout_text(const node_snapshot& snapshot) {
  return "Timeout reached in state '" + std::string{to_string(snapshot.attributes.state)} +
         "' while waiting for " + awaited_party(snapshot) + " since " +
         to_string(snapshot.waiting->since) + " at " + name_of_step(*snapshot.current) + "." +
         advice(snapshot);
}

}  // namespace

std::optional<handler_result> overdue_request(decision& decision) {
  auto& x = decision.next;
  const auto now = decision.ctx().now;
  if (!x.in_flight || x.in_flight->until > now) return std::nullopt;
  const auto was = *std::exchange(x.in_flight, std::nullopt);
  const auto waited = std::chrono::duration_cast<std::chrono::seconds>(now - was.since);
  return rules_of(was).silent(
      decision, "No driver answered within " + std::to_string(waited.count()) + " s", was);
}

std::optional<handler_result> overdue_wait(decision& decision) {
  auto& x = decision.next;
  if (!x.waiting || !x.waiting->until || *x.waiting->until > decision.ctx().now)
    return std::nullopt;
  if (x.waiting->awaited_party == awaited::timer) return verdict::done{};
  if (poll_before_expiry(decision)) return verdict::stay{};
  if (x.attributes.maintenance && !x.current->concluded) {
    begin_wait_anew(decision);
    return verdict::stay{};
  }
  if (x.waiting->awaited_party == awaited::agent)
    if (auto recovered = recover_lost_agent(decision)) return recovered;
  return verdict::fail{timeout_text(x)};
}

}  // namespace ironbus
