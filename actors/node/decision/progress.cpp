#include "actors/node/decision/progress.hpp"

#include "actors/node/tables/workflow_table.hpp"
#include "messages/contract/machine_restart.hpp"

namespace ironbus {

namespace {

/// How often a step is sent if its workers die.
constexpr uint32_t attempts_max = 10;
/// The same for a restart of the machine, which no worker takes over from another.
constexpr uint32_t boots_max = 100;

}  // namespace

std::string name_of_step(const operation& op) {
  if (op.index >= op.steps.size()) return "the end";
  return "step '" + op.steps[op.index].interface + "." + op.steps[op.index].name + "'";
}

step_id id_of_step(const node_snapshot& x) {
  return {x.attributes.uuid, x.current->id, x.current->index, x.current->attempt};
}

bool may_run_again(const step& what, uint32_t attempt) {
  return what.repeatable && attempt < (restarts_machine(what) ? boots_max : attempts_max);
}

bool in_work_step(const operation& op) {
  return op.index < op.steps.size() && op.steps[op.index].role == step_role::work;
}

bool may_be_left_out(const operation& op, const step& step) {
  return info(op.kind).finish_may_fail && step.role == step_role::finish;
}

bool is_started(const operation& op) {
  if (op.ledger.empty()) return false;
  const auto& last = op.ledger.back();
  return last.index == op.index && last.attempt == op.attempt && !last.finished_at;
}

bool is_in_agent(const node_snapshot& x) {
  return x.current && x.current->index < x.current->steps.size() &&
         x.current->steps[x.current->index].in_agent;
}

bool is_of_workflow(const node_snapshot& x, const step_in_flight& out) {
  return std::holds_alternative<workflow_step>(out.what) && x.current &&
         x.current->id == out.operation_id;
}

}  // namespace ironbus
