#include "actors/node/running/run_step.hpp"

#include "actors/node/agent/agent_session.hpp"
#include "actors/node/agent/fast_track.hpp"
#include "actors/node/agent/waiting.hpp"
#include "actors/node/base/reset.hpp"
#include "actors/node/calls/children.hpp"
#include "actors/node/power/power.hpp"
#include "actors/node/tables/workflow_table.hpp"

namespace ironbus {

namespace {

void show_step(decision& d, const operation& op, const step& x) {
  if (auto member = info(op.kind).shown_in)
    d.next.about.*member =
        x.role != step_role::work
            ? json::object()
            : json{{"interface", x.interface},     {"step", x.name},
                   {"args", mask_secrets(x.args)}, {"priority", x.priority},
                   {"abortable", x.abortable},     {"requires_ramdisk", x.requires_ramdisk}};
  if (info(op.kind).shown_in != nullptr && !x.children.empty())
    (d.next.about.*info(op.kind).shown_in)["execute_on_child_nodes"] = true;
}

void open_ledger_entry(decision& d, operation& op, const step& x) {
  op.ledger.push_back({.interface = x.interface,
                       .name = x.name,
                       .index = op.index,
                       .attempt = op.attempt,
                       .started_at = d.ctx().now,
                       .finished_at = {}});
  if (x.role == step_role::work)
    d.emit(event::step_started, {{"workflow", to_string(op.kind)},
                                 {"operation_id", op.id},
                                 {"interface", x.interface},
                                 {"step", x.name},
                                 {"index", op.index},
                                 {"attempt", op.attempt}});
}

handler_result skip_step(decision& d) {
  auto& op = *d.next.current;
  open_ledger_entry(d, op, op.steps[op.index]);
  op.agent_kept = true;
  return verdict::done{"the agent is up and stays"};
}

/// A ramdisk that can bring its token along gets one, unless it has one or an agent is up.
void prepare_token(decision& d, const step& x) {
  if (x.interface != "boot" || x.name != "prepare_ramdisk") return;
  auto& about = d.next.about;
  const auto* boot = d.ctx().drivers.of(about, "boot");
  if (boot == nullptr || !boot->hands_over_token || is_token_handed_over(about) || agent_stays(d))
    return;
  hand_token_over(about, d.ctx().fresh_token);
}

}  // namespace

handler_result run_step(decision& d) {
  auto& op = *d.next.current;
  const auto& x = op.steps[op.index];
  show_step(d, op, x);
  if (is_spared(d, x)) return skip_step(d);
  if (x.in_agent && !agent_is_known(d.next.about)) return wait_for_agent(d);
  open_ledger_entry(d, op, x);
  if (!x.children.empty()) return run_on_children(d);
  if (x.name == reserved_step::hold) return wait_for_operator();
  if (x.name == reserved_step::wait) return pause(d, x.args);
  prepare_token(d, x);
  const auto what = as_driver_step(d.next.about, x);
  if (stops_ramdisk(what)) forget_agent(d.next.about);  // what boots next gets a token of its own
  ask_driver(d, what, {.operation_id = op.id, .index = op.index, .attempt = op.attempt});
  return verdict::stay{};
}

}  // namespace ironbus
