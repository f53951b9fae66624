#include "actors/node/running/run_step.hpp"

#include "actors/node/agent/agent_presence.hpp"
#include "actors/node/agent/fast_track.hpp"
#include "actors/node/agent/waiting.hpp"
#include "actors/node/base/reset.hpp"
#include "actors/node/calls/children.hpp"
#include "actors/node/decision/ledger.hpp"
#include "actors/node/power/power.hpp"
#include "actors/node/tables/workflow_table.hpp"
#include "messages/contract/driver_operations.hpp"

namespace ironbus {

namespace {

void show_step(decision& decision, const operation& op, const step& step) {
  if (auto member = info(op.kind).shown_in)
    decision.next.attributes.*member =
        step.role != step_role::work
            ? json::object()
            : json{{"interface", step.interface},     {"step", step.name},
                   {"args", mask_secrets(step.args)}, {"priority", step.priority},
                   {"abortable", step.abortable},     {"requires_ramdisk", step.requires_ramdisk}};
  if (info(op.kind).shown_in != nullptr && !step.children.empty())
    (decision.next.attributes.*info(op.kind).shown_in).edit()["execute_on_child_nodes"] = true;
}

handler_result skip_step(decision& decision) {
  auto& op = *decision.next.current;
  open_ledger_entry(decision, op, op.steps[op.index]);
  op.agent_kept = true;
  return verdict::done{"the agent keeps running"};
}

/// Creates a token for a ramdisk that gets it with its boot files, unless it has one or an agent
/// runs.
void prepare_token(decision& decision, const step& step) {
  if (driver_operation{step.interface, step.name} != driver_operations::boot::prepare_ramdisk)
    return;
  auto& attributes = decision.next.attributes;
  const auto* boot = decision.ctx().drivers.find(attributes, "boot");
  const bool brings_it =
      boot != nullptr && boot->hands_over_token != nullptr && boot->hands_over_token(attributes);
  if (!brings_it || is_token_handed_over(attributes) || agent_keeps_running(decision)) return;
  hand_token_over(attributes, decision.ctx().fresh_token);
}

}  // namespace

handler_result run_step(decision& decision) {
  auto& op = *decision.next.current;
  const auto& x = op.steps[op.index];
  show_step(decision, op, x);
  if (is_skipped(decision, x)) return skip_step(decision);
  if (x.in_agent && !agent_is_known(decision.next.attributes)) return wait_for_agent(decision);
  open_ledger_entry(decision, op, x);
  if (!x.children.empty()) return run_on_children(decision);
  if (x.name == reserved_step::hold) return wait_for_operator();
  if (x.name == reserved_step::wait) return pause(decision, x.args);
  prepare_token(decision, x);
  const auto what = as_driver_step(decision.next.attributes, x);
  if (stops_ramdisk(what))
    drop_agent(decision.next.attributes);  // the next ramdisk gets its own token
  ask_driver(decision, what, {.operation_id = op.id, .index = op.index, .attempt = op.attempt});
  return verdict::stay{};
}

}  // namespace ironbus
