#include "actors/node/running/step_end.hpp"

#include "actors/node/agent/waiting.hpp"
#include "actors/node/decision/failed_step.hpp"
#include "actors/node/decision/progress.hpp"
#include "actors/node/inspection/inspection.hpp"
#include "actors/node/power/power.hpp"
#include "actors/node/power/power_doubt.hpp"
#include "actors/node/tables/workflow_table.hpp"
#include "messages/contract/machine_restart.hpp"

namespace ironbus {

namespace {

/// The maximum number of parts of a step.
constexpr uint32_t parts_max = 200;

handler_result continued(const decision& decision, const step_outcome& outcome) {
  const auto& op = *decision.next.current;
  if (op.attempt >= parts_max)
    return verdict::fail{failure_text(
        decision, op, "it has not ended after " + std::to_string(parts_max) + " parts.")};
  const auto why = outcome.reboot_first ? verdict::cause::reboot_due : verdict::cause::part_done;
  return verdict::restart{why, outcome.reason, outcome.worker};
}

handler_result interrupted(decision& decision, const step_outcome& outcome) {
  if (outcome.part_done) return continued(decision, outcome);
  const auto& op = *decision.next.current;
  const auto& step = op.steps[op.index];
  const auto what = as_driver_step(decision.next.attributes, step);
  if (!may_run_again(what, op.attempt))
    return verdict::fail{failure_text(decision, op,
                                      "its worker stopped during the step, and the step must not be"
                                      " repeated. " +
                                          outcome.reason) +
                         doubt_if_power_order(decision, what, outcome.reason)};
  const auto why = outcome.agent_gone       ? verdict::cause::agent_lost
                   : outcome.steps_changed  ? verdict::cause::agent_changed
                   : restarts_machine(what) ? verdict::cause::boot_lost
                                            : verdict::cause::none;
  return verdict::restart{why, outcome.reason, outcome.worker};
}

handler_result failed(decision& decision, const step_outcome& outcome) {
  const auto& op = *decision.next.current;
  const auto& step = op.steps[op.index];
  if (may_be_left_out(op, step)) return fail_step(decision, outcome.reason, outcome.worker);
  const bool was_not_up = op.agent_kept && step.collects_steps;
  // The agent runs, but is not ours any more: a reboot may bring another one.
  const bool is_not_ours =
      outcome.agent_gone && op.restarts == 0 && step.repeatable && !op.concluded;
  if (!was_not_up && !is_not_ours) return fail_step(decision, outcome.reason, outcome.worker);
  return verdict::restart{verdict::cause::agent_lost, outcome.reason, outcome.worker};
}

handler_result done(decision& decision, const step_outcome& outcome) {
  if (is_api_call(*decision.next.current)) return api_call_ended(decision, outcome);
  if (is_inspected_by_driver(decision.next)) return driver_inspection_ended(decision, outcome);
  if (outcome.observed.inventory.is_object()) decision.keep_inventory(outcome.observed.inventory);
  return verdict::done{outcome.evidence, outcome.worker, "done", outcome.report};
}

}  // namespace

handler_result workflow_step_ended(decision& decision, const step_outcome& outcome,
                                   const step_in_flight& was) {
  if (!is_of_workflow(decision.next, was))
    return verdict::stay{};  // abandoned while its request was outstanding
  // If an earlier run started the step, the store may have lost requests of later steps: the epoch
  // stays. A probe does not say when the step was requested.
  if (!outcome.recovered && was.epoch != 0) decision.next.current->epoch = was.epoch;
  switch (outcome.status) {
    case step_status::done: return done(decision, outcome);
    case step_status::waiting:
      return wait_for_step(decision, outcome, std::get<workflow_step>(was.what).agent_called);
    case step_status::interrupted: return interrupted(decision, outcome);
    default: return failed(decision, outcome);
  }
}

handler_result workflow_step_silent(decision& decision, const std::string& reason,
                                    const step_in_flight& was) {
  if (!is_of_workflow(decision.next, was)) return verdict::stay{};
  const auto& op = *decision.next.current;
  if (may_be_left_out(op, op.steps[op.index])) return verdict::done{reason, {}, "failed"};
  auto text = reason + " to " + name_of_step(op) + ".";
  const auto what = as_driver_step(decision.next.attributes, op.steps[op.index]);
  text += doubt_if_power_order(decision, what, reason + ".");
  return verdict::fail{std::move(text)};
}

}  // namespace ironbus
