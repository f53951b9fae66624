#include "actors/node/failure.hpp"

#include "actors/node/ledger.hpp"
#include "actors/node/machine.hpp"
#include "actors/node/plan.hpp"
#include "actors/node/progress.hpp"
#include "actors/node/reset.hpp"
#include "actors/node/workflow_table.hpp"
#include "messages/model/served_files.hpp"

namespace ironbus {

namespace {

/// What is left of the plan is replaced by the steps that tidy up.
void plan_tidying(decision& d) {
  auto& op = *d.next.current;
  const auto& row = info(op.kind);
  const bool worked = in_work_step(op);
  const bool tidied = op.index < op.steps.size() && op.steps[op.index].role == step_role::finish;
  // What was begun keeps its number, or drivers would take the tidying for the step that failed.
  const bool begun = !op.ledger.empty() && op.ledger.back().index == op.index;
  op.steps.resize(std::min<size_t>(begun ? op.index + 1 : op.index, op.steps.size()));
  std::vector<step> tidy;
  if (!tidied)  // it is tidying that has failed: once is enough
    tidy = plan_calls(d.next, d.ctx(), op, row.finish_failed, step_role::finish);
  const auto& options = d.ctx().options;
  const bool keep_on =
      worked && ((row.fault == "clean failure" && !options.poweroff_in_cleanfail) ||
                 (row.fault == "service failure" && !options.poweroff_in_servicefail));
  if (keep_on)
    std::erase_if(tidy, [](const step& x) { return x.name == reserved_step::power_off; });
  for (auto& x : tidy) x.args = {{"power_off", !keep_on}, {"failed", true}};
  op.steps.insert(op.steps.end(), tidy.begin(), tidy.end());
  op.index = static_cast<uint32_t>(op.steps.size() - tidy.size());
  op.attempt = 1;
  op.planned = true;
}

/// The workflow is over for the node's state; only tidying is left.
void settle(decision& d, const std::string& text) {
  auto& x = d.next;
  auto& op = *x.current;
  close_ledger_entry(d, op, "failed", text);
  plan_tidying(d);
  op.failure = text;
  op.settled = true;
  op.abort_requested = false;
  x.waiting.reset();
  // Its logs may still be asked for: the token ends with the tidying, or with the power.
  x.about.driver_internal_info.erase(served_image_key);
  if (auto member = info(op.kind).shown_in) x.about.*member = json::object();
  x.about.instance_info.erase(rescue_password_key);
  if (op.kind == workflow::undeploy) forget_instance(x.about);
  if (op.kind == workflow::adopt) x.about.power_state.reset();
  d.note_error(info(op.kind).history_type, text);
}

void set_fault(decision& d, std::string_view fault, const std::string& text) {
  auto& about = d.next.about;
  about.maintenance = true;
  about.fault = fault;
  if (!about.maintenance_reason) about.maintenance_reason = text;
  d.emit(event::maintenance_changed,
         {{"maintenance", true}, {"reason", about.maintenance_reason}, {"fault", about.fault}});
}

/// Tidying has failed too: says both, and lets the node go.
void give_tidying_up(decision& d, const std::string& text) {
  auto& op = *d.next.current;
  d.next.waiting.reset();
  close_ledger_entry(d, op, "failed", text);
  op.index = static_cast<uint32_t>(op.steps.size());
  d.note_error(info(op.kind).history_type, op.failure.value_or("") + " " + text);
}

void abort_operation(decision& d, const std::string& text) {
  const bool service = d.next.current->kind == workflow::service;
  const bool by_row = !service && can_move(d.next, provision_event::abort);
  settle(d, text);
  if (service && d.next.about.state != provision_state::service_failed)
    move(d, provision_event::fail);
  move(d, by_row || service ? provision_event::abort : provision_event::fail);
}

}  // namespace

void end_badly(decision& d, const verdict::fail& x) {
  const auto& op = *d.next.current;
  if (op.settled) return give_tidying_up(d, x.why);
  if (x.by_request) return abort_operation(d, x.why);
  const auto fault = in_work_step(op) ? info(op.kind).fault : std::string_view{};
  settle(d, x.why);
  if (!fault.empty()) set_fault(d, fault, x.why);
  move(d, provision_event::fail);
}

verdict::fail abort_by_request(const operation& op) {
  if (op.kind == workflow::inspect) return {"Inspection was aborted by request.", true};
  std::string text =
      "By request, the " + std::string{info(op.kind).noun} + " operation was aborted";
  if (in_work_step(op)) text += " during or after the completion of " + name_of_step(op);
  return {text + ".", true};
}

}  // namespace ironbus
