#include "actors/node/running/deadlines.hpp"

#include "actors/node/agent/overdue_wait.hpp"
#include "actors/node/agent/waiting.hpp"
#include "actors/node/calls/console_output.hpp"
#include "actors/node/decision/step_spans.hpp"
#include "actors/node/running/agent_watch.hpp"
#include "actors/node/running/in_flight.hpp"
#include "actors/node/running/task_watch.hpp"

namespace ironbus {

std::optional<handler_result> overdue_request(decision& decision) {
  auto& x = decision.next;
  const auto now = decision.ctx().now;
  if (!x.in_flight || x.in_flight->until > now) return std::nullopt;
  const auto was = *std::exchange(x.in_flight, std::nullopt);
  const auto waited = std::chrono::duration_cast<std::chrono::seconds>(now - was.since);
  const auto reason = "No driver answered within " + std::to_string(waited.count()) + " s";
  if (!std::holds_alternative<workflow_step>(was.what))
    record_call(decision, was, *rules_of(was).requested(x), reason);
  return rules_of(was).silent(decision, reason, was);
}

std::optional<handler_result> overdue_wait(decision& decision) {
  auto& x = decision.next;
  if (!x.waiting || !x.waiting->until || *x.waiting->until > decision.ctx().now)
    return std::nullopt;
  if (x.waiting->awaited_party == awaited::timer) return verdict::done{};
  if (poll_before_expiry(decision)) return verdict::stay{};
  if (x.attributes.maintenance && !x.current->concluded) {
    restart_wait(decision);
    return verdict::stay{};
  }
  if (x.waiting->awaited_party == awaited::agent) {
    if (auto recovered = recover_lost_agent(decision)) return recovered;
    if (request_console_output(decision)) return verdict::stay{};
  }
  return verdict::fail{describe_overdue_wait(x)};
}

}  // namespace ironbus
