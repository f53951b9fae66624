#include "actors/node/running/failure.hpp"

#include "actors/node/base/reset.hpp"
#include "actors/node/decision/ledger.hpp"
#include "actors/node/decision/machine.hpp"
#include "actors/node/decision/progress.hpp"
#include "actors/node/planning/plan.hpp"
#include "actors/node/tables/workflow_table.hpp"
#include "messages/model/served_files.hpp"

namespace ironbus {

namespace {

/// Replaces the rest of the plan with the finish steps.
void plan_clean_up(decision& decision) {
  auto& op = *decision.next.current;
  const auto& row = info(op.kind);
  const bool worked = in_work_step(op);
  // A started step keeps its number; otherwise drivers would take a finish step for the failed one.
  const bool begun = !op.ledger.empty() && op.ledger.back().index == op.index;
  const bool cleaned_up =
      begun && op.index < op.steps.size() && op.steps[op.index].role == step_role::finish;
  op.steps.resize(std::min<size_t>(begun ? op.index + 1 : op.index, op.steps.size()));
  std::vector<step> finish_steps;
  if (!cleaned_up)  // a finish step has failed: it is not repeated
    finish_steps =
        plan_calls(decision.next, decision.ctx(), op, row.finish_failed, step_role::finish);
  // Nothing acts by itself on a power state that the machine has not shown.
  const bool in_doubt = decision.next.power_unconfirmed.has_value();
  const bool keep_on = in_doubt || (worked && row.power_off_if_failed != nullptr &&
                                    !(decision.ctx().options.*row.power_off_if_failed));
  if (keep_on)
    std::erase_if(finish_steps, [](const step& x) { return x.name == reserved_step::power_off; });
  for (auto& x : finish_steps) x.args = {{"power_off", !keep_on}, {"failed", true}};
  op.steps.insert(op.steps.end(), finish_steps.begin(), finish_steps.end());
  op.index = static_cast<uint32_t>(op.steps.size() - finish_steps.size());
  op.attempt = 1;
  op.planned = true;
}

/// The node's state leaves the workflow; only finish steps remain.
void end_workflow(decision& decision, const std::string& text) {
  auto& x = decision.next;
  auto& op = *x.current;
  close_ledger_entry(decision, op, {"failed", text});
  plan_clean_up(decision);
  op.failure = text;
  op.concluded = true;
  op.abort_requested = false;
  x.waiting.reset();
  // The logs may still be read: the token is dropped after the finish steps, or with the power.
  x.attributes.driver_internal_info.erase(served_image_key);
  if (auto member = info(op.kind).shown_in) x.attributes.*member = json::object();
  forget_rescue_password(x.attributes);
  if (info(op.kind).forgets_when_failed != nullptr) info(op.kind).forgets_when_failed(x.attributes);
  decision.record_error(info(op.kind).history_type, text);
}

void set_fault(decision& decision, std::string_view fault, const std::string& text) {
  auto& attributes = decision.next.attributes;
  attributes.maintenance = true;
  attributes.fault = fault;
  if (!attributes.maintenance_reason) attributes.maintenance_reason = text;
  decision.emit(event::maintenance_changed, {{"maintenance", true},
                                             {"reason", attributes.maintenance_reason},
                                             {"fault", attributes.fault}});
}

/// A finish step has failed, too: reports both failures, and releases the node.
void give_up_clean_up(decision& decision, const std::string& text) {
  auto& op = *decision.next.current;
  decision.next.waiting.reset();
  close_ledger_entry(decision, op, {"failed", text});
  op.index = static_cast<uint32_t>(op.steps.size());
  decision.record_error(info(op.kind).history_type, op.failure.value_or("") + " " + text);
}

void abort_operation(decision& decision, const std::string& text) {
  const bool leaves_failure = info(decision.next.current->kind).abort_leaves_failure;
  end_workflow(decision, text);
  if (leaves_failure && can_move(decision.next, provision_event::fail))
    move(decision, provision_event::fail);
  move(decision, can_move(decision.next, provision_event::abort) ? provision_event::abort
                                                                 : provision_event::fail);
}

}  // namespace

void end_badly(decision& decision, const verdict::fail& fail) {
  const auto& op = *decision.next.current;
  if (op.concluded) return give_up_clean_up(decision, fail.why);
  if (fail.by_request) return abort_operation(decision, fail.why);
  const auto fault = in_work_step(op) ? info(op.kind).fault : std::string_view{};
  end_workflow(decision, fail.why);
  if (!fault.empty()) set_fault(decision, fault, fail.why);
  move(decision, provision_event::fail);
}

verdict::fail abort_by_request(const operation& op) {
  const auto& row = info(op.kind);
  if (!row.aborted_text.empty()) return {std::string{row.aborted_text}, true};
  std::string text = "By request, the " + std::string{row.noun} + " operation was aborted";
  if (in_work_step(op)) text += " during or after the completion of " + name_of_step(op);
  return {text + ".", true};
}

}  // namespace ironbus
