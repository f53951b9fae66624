#include "actors/node/running/apply.hpp"

#include "actors/node/agent/waiting.hpp"
#include "actors/node/calls/calls.hpp"
#include "actors/node/decision/ledger.hpp"
#include "actors/node/decision/progress.hpp"
#include "actors/node/planning/plan.hpp"
#include "actors/node/power/power.hpp"
#include "actors/node/running/agent_watch.hpp"
#include "actors/node/running/failure.hpp"
#include "actors/node/running/workflow.hpp"
#include "actors/node/tables/workflow_table.hpp"

namespace ironbus {

namespace {

// What an answer leads to may be another one: a plan that cannot be made fails its workflow.

handler_result apply(decision&, const verdict::stay&) { return verdict::stay{}; }

handler_result apply(decision& d, const verdict::done& x) {
  auto& op = *d.next.current;
  close_ledger_entry(d, op, "done", x.evidence, x.worker);
  end_wait(d);
  const bool asked = op.steps[op.index].collects_steps;
  ++op.index;
  op.attempt = 1;
  op.agent_asked |= asked;
  if (!asked || !op.planned) return verdict::stay{};
  return plan_from_here(d, plan_rest(d.next, d.ctx(), op));
}

/// While only tidying is left, the state belongs to what comes next.
handler_result apply(decision& d, const verdict::wait& x) {
  d.next.waiting.emplace(x.for_whom, d.ctx().now, x.until, x.on_expiry);
  const bool is_hold = x.entering == provision_event::hold;
  if (is_hold || (!d.next.current->settled && can_move(d.next, x.entering))) move(d, x.entering);
  if (x.agent_called && is_in_agent(d.next)) ask_agent(d, false);
  return verdict::stay{};
}

handler_result apply(decision& d, const verdict::fail& x) {
  end_badly(d, x);
  return verdict::stay{};
}

handler_result plan_again(decision& d) {
  const auto& op = *d.next.current;
  if (!info(op.kind).begins_list_again || !op.planned || !in_work_step(op)) return verdict::stay{};
  return plan_from_here(d, plan_work(d.next, d.ctx(), op));
}

handler_result apply(decision& d, const verdict::restart& x) {
  auto& op = *d.next.current;
  const bool begun = is_begun(op);
  if (begun) close_ledger_entry(d, op, "interrupted", x.reason, x.worker);
  end_wait(d);
  if (x.why != verdict::cause::none)
    if (auto failed = count_restart(d, x.reason)) return *failed;
  if (begun) ++op.attempt;
  if (x.why == verdict::cause::agent_changed) return plan_again(d);
  if (x.why == verdict::cause::agent_lost) {
    if (begun) op.agent_kept = false;
    reboot_for_agent(d);
  }
  return verdict::stay{};
}

/// The next move of a node that has nothing out; unset: it rests until it is told something.
std::optional<handler_result> advance(decision& d) {
  auto& x = d.next;
  if (!x.in_flight) start_power_action(d);
  if (!x.in_flight) start_driver_call(d);
  if (x.in_flight || x.waiting) return std::nullopt;
  if (!x.current) x.current = std::exchange(x.queued, std::nullopt);
  if (!x.current) return std::nullopt;
  return proceed(d);
}

}  // namespace

void settle_result(decision& d, handler_result x) {
  for (;;) {
    x = std::visit([&](const auto& each) { return apply(d, each); }, x);
    if (!std::holds_alternative<verdict::stay>(x)) continue;
    auto next = advance(d);
    if (!next) return;
    x = std::move(*next);
  }
}

}  // namespace ironbus
