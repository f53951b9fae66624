#include "actors/node/workflow.hpp"

#include "actors/node/agent_watch.hpp"
#include "actors/node/calls.hpp"
#include "actors/node/fast_track.hpp"
#include "actors/node/plan.hpp"
#include "actors/node/power.hpp"
#include "actors/node/reset.hpp"
#include "actors/node/run_step.hpp"
#include "messages/base/text.hpp"

#include <algorithm>

namespace ironbus {

namespace {

operation make_operation(decision& d, workflow kind, json request) {
  operation op;
  op.kind = kind;
  op.id = d.fresh_id();
  op.started_at = d.ctx().now;
  op.request = std::move(request);
  op.user = d.user();
  op.ramdisk = needs_ramdisk(d.next, d.ctx(), op);
  op.steps = plan_calls(d.next, d.ctx(), op, info(kind).prepare, step_role::prepare);
  return op;
}

/// Ends a workflow that the operator's verb takes the place of, such as a deploy that waits.
void supersede(decision& d) {
  auto& x = d.next;
  if (!x.current || x.current->settled) return;
  x.current->failure = "Superseded by another request.";
  x.waiting.reset();
  d.archive(*x.current);
  x.current.reset();
}

void pass_cleaning(decision& d, provision_event on) {
  move(d, on);
  move(d, d.next.about.retired ? provision_event::manage : provision_event::done);
}

void enqueue(node_snapshot& x, operation op) {
  if (x.current)
    x.queued = std::move(op);
  else
    x.current = std::move(op);
}

/// Why automated cleaning cannot begin; empty: it can.
std::string why_not_cleaned(const decision& d, const json& request) {
  if (d.next.about.maintenance && !d.ctx().options.allow_provisioning_in_maintenance)
    return "it is in maintenance mode";
  return request.value("failure", std::string{});
}

std::string names_of(const std::vector<step>& steps) {
  std::string out;
  for (const auto& x : steps)
    if (x.role == step_role::work) append_item(out, x.interface + "." + x.name);
  return out;
}

/// Notes in the history that the work steps begin or have ended; where there are none, nothing.
void remember_flow(decision& d, const operation& op, bool begins) {
  const auto flow = info(op.kind).flow;
  const auto names = names_of(op.steps);
  if (flow.empty() || names.empty()) return;
  const auto title = "The " + std::string{info(op.kind).noun} + " operation ";
  d.remember(
      "INFO", std::string{flow} + (begins ? "_start" : "_end"),
      title + (begins ? "begins with the steps " : "has completed the steps ") + names + ".");
}

/// Replaces what is planned from the step in progress on by `work` and the finish steps; false if
/// there is no such plan, and then the workflow has failed.
bool plan_from_here(decision& d, const result<std::vector<step>>& work) {
  auto& op = *d.next.current;
  if (!work) {
    fail_workflow(d, work.error().message);
    return false;
  }
  const auto finish = plan_calls(d.next, d.ctx(), op, info(op.kind).finish, step_role::finish);
  op.steps.resize(op.index);
  op.steps.insert(op.steps.end(), work->begin(), work->end());
  op.steps.insert(op.steps.end(), finish.begin(), finish.end());
  op.planned = true;
  d.changed = true;
  return true;
}

/// Adds the work steps and the finish steps once the machine is ready.
void plan(decision& d) {
  if (plan_from_here(d, plan_work(d.next, d.ctx(), *d.next.current)))
    remember_flow(d, *d.next.current, true);
}

/// The steps of the plan that the ledger does not show as done.
bool ledger_is_complete(const operation& op) {
  for (uint32_t i = 0; i < op.steps.size(); ++i)
    if (std::none_of(op.ledger.begin(), op.ledger.end(),
                     [i](const ledger_entry& x) { return x.index == i && x.status == "done"; }))
      return false;
  return true;
}

void leave(decision& d, operation& op) {
  const auto& row = info(op.kind);
  if (row.shown_in != nullptr) d.next.about.*row.shown_in = json::object();
  forget_workflow(d.next.about, !op.settled && row.keeps_agent && ramdisk_stays(d));
  d.archive(op);
  d.next.current.reset();
}

void end_well(decision& d, const operation& op) {
  auto on = info(op.kind).done;
  if (op.kind == workflow::automated_clean && d.next.about.retired) on = provision_event::manage;
  if (op.kind == workflow::undeploy) forget_instance(d.next.about);
  if (op.kind == workflow::rescue || op.kind == workflow::unrescue)
    d.next.about.instance_info.erase(rescue_password_key);
  if (op.kind == workflow::undeploy)
    return begin_workflow(d, workflow::automated_clean, on, op.request);
  move(d, on);
}

void finish(decision& d) {
  auto op = std::move(*d.next.current);
  d.changed = true;
  if (!op.settled && !ledger_is_complete(op)) {  // never reached unless a decision was wrong
    d.next.current = std::move(op);
    return fail_workflow(d, "The record of the " + std::string{info(op.kind).noun} +
                                " operation is incomplete; the node needs attention.");
  }
  leave(d, op);
  if (op.settled) return;
  remember_flow(d, op, false);
  end_well(d, op);
}

/// One step forward; never called while something is in flight or awaited.
void proceed(decision& d) {
  auto& op = *d.next.current;
  if (op.abort_requested && !op.settled) return abort_workflow(d);
  if (op.index < op.steps.size()) return run_step(d);
  if (!op.planned) return plan(d);
  finish(d);
}

}  // namespace

bool cleaning_is_off(const decision& d) {
  return !d.next.about.automated_clean.value_or(d.ctx().options.automated_clean);
}

void skip_cleaning(decision& d) {
  const auto now = d.ctx().now;
  const std::string reason = "By request, the node was made available without being cleaned.";
  supersede(d);
  d.next.about.last_error.reset();
  operation op;
  op.kind = workflow::automated_clean;
  op.id = d.fresh_id();
  op.user = d.user();
  op.started_at = now;
  op.ledger.push_back({.interface = "deploy",
                       .name = "cleaning",
                       .started_at = now,
                       .finished_at = now,
                       .status = "skipped",
                       .evidence = reason});
  d.archive(op);
  d.remember("WARNING", info(op.kind).history_type, reason);
  pass_cleaning(d, provision_event::provide);
}

void begin_workflow(decision& d, workflow kind, provision_event on, json request) {
  auto& x = d.next;
  x.about.last_error.reset();
  if (kind == workflow::automated_clean && cleaning_is_off(d)) return pass_cleaning(d, on);
  std::string obstacle;
  if (kind == workflow::automated_clean) {
    request = request.value("cleaning", json::object());
    obstacle = why_not_cleaned(d, request);
  }
  supersede(d);
  enqueue(x, make_operation(d, kind, std::move(request)));
  move(d, on);
  if (!obstacle.empty() && !x.queued)
    return fail_workflow(d, "Node " + x.about.uuid + " is not cleaned: " + obstacle + ".");
  advance(d);
}

void advance(decision& d) {
  auto& x = d.next;
  if (!x.in_flight) start_power_action(d);
  if (!x.in_flight) start_driver_call(d);
  while (!x.in_flight && !x.waiting) {
    if (!x.current && x.queued) {
      x.current = std::move(x.queued);
      x.queued.reset();
    }
    if (!x.current) return;
    proceed(d);
  }
}

void ask_again(decision& d) {
  const auto& x = d.next;
  if (!x.in_flight) return;
  const auto& out = *x.in_flight;
  step_request request{{x.about.uuid, out.operation_id, out.index, out.attempt},
                       {},
                       x.current ? x.current->kind : workflow::verify,
                       out.until,
                       machine_of(x.about, x.ports)};
  if (x.power && x.power->id == out.operation_id)
    request.what = power_step(*x.power);
  else if (is_driver_call(x, out.operation_id))
    request.what = x.calls.front().what;
  else if (x.current && x.current->id == out.operation_id)
    request.what = as_driver_step(x.about, x.current->steps[out.index]);
  else
    return;  // of an operation that has been aborted: nobody waits for it
  d.request(request);
}

void complete_step(decision& d) {
  auto& op = *d.next.current;
  end_wait(d);
  const bool asked = op.steps[op.index].collects_steps;
  ++op.index;
  op.attempt = 1;
  op.agent_asked |= asked;
  if (asked && op.planned && !plan_from_here(d, plan_rest(d.next, d.ctx(), op))) return;
  advance(d);
}

void end_wait(decision& d) {
  d.next.waiting.reset();
  d.changed = true;
  if (!d.next.current->settled && info(d.next.about.state).kind == state_kind::waiting)
    move(d, provision_event::resume);
}

void begin_again(decision& d) {
  auto& op = *d.next.current;
  ++op.attempt;
  if (op.kind == workflow::automated_clean && op.planned && in_work_step(op) &&
      !plan_from_here(d, plan_work(d.next, d.ctx(), op)))
    return;
  advance(d);
}

std::string name_of_step(const operation& op) {
  if (op.index >= op.steps.size()) return "the end";
  return "step '" + op.steps[op.index].interface + "." + op.steps[op.index].name + "'";
}

bool in_work_step(const operation& op) {
  return op.index < op.steps.size() && op.steps[op.index].role == step_role::work;
}

}  // namespace ironbus
