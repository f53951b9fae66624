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

// A result may lead to another one: if planning fails, the workflow fails.

handler_result apply(decision&, const verdict::stay&) { return verdict::stay{}; }

handler_result apply(decision& decision, verdict::done done) {
  auto& op = *decision.next.current;
  close_ledger_entry(
      decision, op,
      {done.status, std::move(done.evidence), std::move(done.worker), std::move(done.report)});
  end_wait(decision);
  const bool asked = op.steps[op.index].collects_steps;
  ++op.index;
  op.attempt = 1;
  op.agent_asked |= asked;
  if (!asked || !op.planned) return verdict::stay{};
  return plan_from_here(decision, plan_remaining(decision.next, decision.ctx(), op));
}

/// While only finish steps remain, the state is that of the next workflow.
handler_result apply(decision& decision, const verdict::wait& wait) {
  decision.next.waiting.emplace(wait.awaited_party, decision.ctx().now, wait.until, wait.on_expiry);
  decision.next.waiting->task = wait.task;
  const bool is_hold = wait.entering == provision_event::hold;
  if (is_hold || (!decision.next.current->concluded && can_move(decision.next, wait.entering)))
    move(decision, wait.entering);
  if (wait.agent_called && is_in_agent(decision.next)) ask_agent(decision, false);
  return verdict::stay{};
}

handler_result apply(decision& d, const verdict::fail& x) {
  end_badly(d, x);
  return verdict::stay{};
}

handler_result plan_again(decision& decision) {
  const auto& op = *decision.next.current;
  if (!info(op.kind).begins_list_again || !op.planned || !in_work_step(op)) return verdict::stay{};
  return plan_from_here(decision, plan_work(decision.next, decision.ctx(), op));
}

bool is_because_of_agent(verdict::cause x) {
  return x == verdict::cause::agent_lost || x == verdict::cause::agent_changed;
}

/// The driver continues its started work.
bool is_continued(verdict::cause x) {
  return x == verdict::cause::part_done || x == verdict::cause::reboot_due;
}

handler_result apply(decision& decision, const verdict::restart& restart) {
  auto& op = *decision.next.current;
  const bool begun = is_started(op);
  if (begun)
    close_ledger_entry(
        decision, op,
        {is_continued(restart.why) ? "continued" : "interrupted", restart.reason, restart.worker});
  end_wait(decision);
  if (is_because_of_agent(restart.why))
    if (auto failed = count_restart(decision, restart.reason)) return *failed;
  if (begun) ++op.attempt;
  if (restart.why == verdict::cause::agent_changed) return plan_again(decision);
  if (restart.why == verdict::cause::agent_lost) {
    if (begun) op.agent_kept = false;
    reboot_for_agent(decision);
  }
  if (restart.why == verdict::cause::reboot_due) reboot_for_next_part(decision);
  if (restart.why == verdict::cause::boot_lost) set_boot_device_again(decision);
  return verdict::stay{};
}

/// The next move of a node without an outstanding request; unset: it is idle.
std::optional<handler_result> advance(decision& decision) {
  auto& x = decision.next;
  if (!x.in_flight) start_power_action(decision);
  if (!x.in_flight) start_driver_call(decision);
  if (x.in_flight || x.waiting) return std::nullopt;
  if (!x.current) x.current = std::exchange(x.queued, std::nullopt);
  if (!x.current) return std::nullopt;
  return proceed(decision);
}

}  // namespace

void apply_result(decision& decision, handler_result handled) {
  for (;;) {
    handled = std::visit([&](const auto& each) { return apply(decision, each); }, handled);
    if (!std::holds_alternative<verdict::stay>(handled)) continue;
    auto next = advance(decision);
    if (!next) return;
    handled = std::move(*next);
  }
}

}  // namespace ironbus
