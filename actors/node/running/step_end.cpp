#include "actors/node/running/step_end.hpp"

#include "actors/node/agent/waiting.hpp"
#include "actors/node/decision/progress.hpp"
#include "actors/node/inspection/inspection.hpp"
#include "actors/node/tables/workflow_table.hpp"

namespace ironbus {

namespace {

/// A step whose worker died is tried this often before a human is asked.
constexpr uint32_t attempts_max = 10;

std::string failure_text(const decision& d, const operation& op, const std::string& reason) {
  const auto& row = info(op.kind);
  if (!row.failed_text.empty())
    return std::string{row.failed_text} + d.next.about.uuid + ": " + reason;
  auto noun = std::string{row.noun};
  noun[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(noun[0])));
  return noun + " " + name_of_step(op) + " failed on node " + d.next.about.uuid + ": " + reason;
}

handler_result interrupted(const decision& d, const step_outcome& x) {
  const auto& op = *d.next.current;
  const bool again = op.steps[op.index].repeatable && op.attempt < attempts_max;
  if (!again)
    return verdict::fail{failure_text(d, op,
                                      "its worker ended in the middle, and the step must not be"
                                      " repeated. " +
                                          x.reason)};
  const auto why = x.agent_gone      ? verdict::cause::agent_lost
                   : x.steps_changed ? verdict::cause::agent_changed
                                     : verdict::cause::none;
  return verdict::restart{why, x.reason, x.worker};
}

handler_result failed(const decision& d, const step_outcome& x) {
  const auto& op = *d.next.current;
  const auto& step = op.steps[op.index];
  const bool was_not_up = op.agent_kept && step.collects_steps;
  // It is there, but not ours any more: one boot may bring another.
  const bool is_not_ours = x.agent_gone && op.restarts == 0 && step.repeatable && !op.settled;
  if (!was_not_up && !is_not_ours) return verdict::fail{failure_text(d, op, x.reason)};
  return verdict::restart{verdict::cause::agent_lost, x.reason, x.worker};
}

handler_result done(decision& d, const step_outcome& x) {
  if (is_api_call(*d.next.current)) return api_call_ended(d, x);
  if (is_inspected_by_driver(d.next)) return driver_has_inspected(d, x);
  if (x.learnt.inventory.is_object()) d.keep_inventory(x.learnt.inventory);
  return verdict::done{x.evidence, x.worker};
}

}  // namespace

handler_result workflow_step_ended(decision& d, const step_outcome& x, const step_in_flight& was) {
  if (!is_of_workflow(d.next, was)) return verdict::stay{};  // given up while its step was out
  switch (x.status) {
    case step_status::done: return done(d, x);
    case step_status::waiting: return wait_for_step(d, x, std::get<workflow_step>(was.what).heard);
    case step_status::interrupted: return interrupted(d, x);
    default: return failed(d, x);
  }
}

handler_result workflow_step_silent(decision& d, const std::string& reason,
                                    const step_in_flight& was) {
  if (!is_of_workflow(d.next, was)) return verdict::stay{};
  return verdict::fail{reason + " to " + name_of_step(*d.next.current) + "."};
}

}  // namespace ironbus
