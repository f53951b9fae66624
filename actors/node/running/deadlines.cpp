#include "actors/node/running/deadlines.hpp"

#include "actors/node/agent/agent_session.hpp"
#include "actors/node/agent/waiting.hpp"
#include "actors/node/decision/progress.hpp"
#include "actors/node/running/agent_watch.hpp"
#include "actors/node/running/in_flight.hpp"

namespace ironbus {

namespace {

/// "the agent", "the child nodes A, B".
std::string awaited_party(const node_snapshot& x) {
  if (x.waiting->for_whom != awaited::children)
    return "the " + std::string{to_string(x.waiting->for_whom)};
  std::string names;
  for (const auto& child : x.current->children_left) names += (names.empty() ? " " : ", ") + child;
  return "the child nodes" + names;
}

std::string advice(const node_snapshot& x) {
  if (x.waiting->for_whom != awaited::agent) return {};
  return " " + last_sign_of_agent(x.about) + " Please check if the ramdisk is running on the node.";
}

std::string timeout_text(const node_snapshot& x) {
  return "Timeout reached in state '" + std::string{to_string(x.about.state)} +
         "' while waiting for " + awaited_party(x) + " since " + to_string(x.waiting->since) +
         " at " + name_of_step(*x.current) + "." + advice(x);
}

}  // namespace

std::optional<handler_result> overdue_request(decision& d) {
  auto& x = d.next;
  const auto now = d.ctx().now;
  if (!x.in_flight || x.in_flight->until > now) return std::nullopt;
  const auto was = *std::exchange(x.in_flight, std::nullopt);
  const auto waited = std::chrono::duration_cast<std::chrono::seconds>(now - was.since);
  return rules_of(was).silent(
      d, "No driver answered within " + std::to_string(waited.count()) + " s", was);
}

std::optional<handler_result> overdue_wait(decision& d) {
  auto& x = d.next;
  if (!x.waiting || !x.waiting->until || *x.waiting->until > d.ctx().now) return std::nullopt;
  if (x.waiting->for_whom == awaited::timer) return verdict::done{};
  if (x.about.maintenance) {
    begin_wait_anew(d);
    return verdict::stay{};
  }
  if (x.waiting->for_whom == awaited::agent)
    if (auto recovered = recover_lost_agent(d)) return recovered;
  return verdict::fail{timeout_text(x)};
}

}  // namespace ironbus
