#include "actors/node/running/workflow.hpp"

#include "actors/node/agent/fast_track.hpp"
#include "actors/node/base/reset.hpp"
#include "actors/node/decision/progress.hpp"
#include "actors/node/planning/plan.hpp"
#include "actors/node/running/failure.hpp"
#include "actors/node/running/run_step.hpp"
#include "messages/base/text.hpp"
#include "messages/model/served_files.hpp"

#include <algorithm>

namespace ironbus {

namespace {

operation make_operation(decision& decision, workflow kind, json request) {
  operation op;
  op.kind = kind;
  op.id = decision.fresh_id();
  op.started_at = decision.ctx().now;
  op.epoch = decision.ctx().epoch;
  op.request = std::move(request);
  op.user = decision.user();
  op.request_id = decision.request_id();
  op.trace = decision.trace();
  op.ramdisk = needs_ramdisk(decision.next, decision.ctx(), op);
  op.steps = plan_calls(decision.next, decision.ctx(), op, info(kind).prepare, step_role::prepare);
  return op;
}

/// Ends a workflow that the operator's verb replaces, such as a waiting deployment.
void supersede(decision& decision) {
  auto& x = decision.next;
  if (!x.current || x.current->concluded) return;
  x.current->failure = "Superseded by another request.";
  x.waiting.reset();
  if (const auto shown = info(x.current->kind).shown_in) x.attributes.*shown = json::object();
  x.attributes.driver_internal_info.erase(served_image_key);
  decision.add_ended_operation(*x.current);
  x.current.reset();
}

provision_event event_of_good_end(const node& x, const workflow_info& row) {
  return x.retired ? row.done_if_retired.value_or(row.done) : row.done;
}

/// The workflow is not needed: the node moves as if it had succeeded.
void skip_workflow(decision& d, const workflow_info& row, provision_event event) {
  move(d, event);
  move(d, event_of_good_end(d.next.attributes, row));
}

void enqueue(node_snapshot& snapshot, operation op) {
  if (snapshot.current)
    snapshot.queued = std::move(op);
  else
    snapshot.current = std::move(op);
}

/// Why automated cleaning cannot start; empty: it can.
std::string why_not_cleaned(const decision& decision, const json& request) {
  if (decision.next.attributes.maintenance &&
      !decision.ctx().options.allow_provisioning_in_maintenance)
    return "it is in maintenance mode";
  return request.value("failure", std::string{});
}

std::string names_of(const std::vector<step>& steps) {
  std::string out;
  for (const auto& x : steps)
    if (x.role == step_role::work) append_item(out, x.interface + "." + x.name);
  return out;
}

/// Records the start or end of the work steps in the history, if there are any.
void add_flow_history(decision& decision, const operation& op, bool begins) {
  const auto flow = info(op.kind).flow;
  const auto names = names_of(op.steps);
  if (flow.empty() || names.empty()) return;
  const auto title = "The " + std::string{info(op.kind).noun} + " operation ";
  decision.add_history(
      "INFO", std::string{flow} + (begins ? "_start" : "_end"),
      title + (begins ? "starts with the steps " : "has completed the steps ") + names + ".");
}

/// Adds the work steps and the finish steps once the machine is ready.
handler_result plan(decision& decision) {
  auto planned =
      plan_from_here(decision, plan_work(decision.next, decision.ctx(), *decision.next.current));
  if (std::holds_alternative<verdict::stay>(planned))
    add_flow_history(decision, *decision.next.current, true);
  return planned;
}

/// Whether the ledger shows all steps of the plan as done.
bool ledger_is_complete(const operation& op) {
  for (uint32_t i = 0; i < op.steps.size(); ++i)
    if (std::none_of(op.ledger.begin(), op.ledger.end(), [&](const ledger_entry& x) {
          const bool left_out = x.status == "failed" && may_be_left_out(op, op.steps[i]);
          return x.index == i && (x.status == "done" || left_out);
        }))
      return false;
  return true;
}

void leave(decision& decision, operation& op) {
  const auto& row = info(op.kind);
  if (row.shown_in != nullptr) decision.next.attributes.*row.shown_in = json::object();
  drop_workflow_data(decision.next.attributes,
                     !op.concluded && row.keeps_agent && ramdisk_keeps_running(decision));
  decision.add_ended_operation(op);
  decision.next.current.reset();
}

handler_result end_well(decision& decision, const operation& op) {
  const auto& row = info(op.kind);
  const auto event = event_of_good_end(decision.next.attributes, row);
  if (row.forgets_when_done != nullptr) row.forgets_when_done(decision.next.attributes);
  if (row.followed_by) return begin_workflow(decision, *row.followed_by, event, op.request);
  move(decision, event);
  return verdict::stay{};
}

handler_result finish(decision& decision) {
  auto op = std::move(*decision.next.current);
  if (!op.concluded && !ledger_is_complete(op)) {  // reached only after a wrong decision
    decision.next.current = std::move(op);
    return verdict::fail{"The record of the " +
                         std::string{info(decision.next.current->kind).noun} +
                         " operation is incomplete; the node needs attention."};
  }
  leave(decision, op);
  if (op.concluded) return verdict::stay{};
  add_flow_history(decision, op, false);
  return end_well(decision, op);
}

}  // namespace

bool cleaning_is_off(const decision& d) {
  return !d.next.attributes.automated_clean.value_or(d.ctx().options.automated_clean);
}

void skip_cleaning(decision& decision) {
  const auto now = decision.ctx().now;
  const std::string reason = "By request, the node was made available without being cleaned.";
  supersede(decision);
  decision.next.attributes.last_error.reset();
  operation op;
  op.kind = workflow::automated_clean;
  op.id = decision.fresh_id();
  op.user = decision.user();
  op.request_id = decision.request_id();
  op.trace = decision.trace();
  op.started_at = now;
  op.ledger.push_back({.interface = "deploy",
                       .name = "cleaning",
                       .started_at = now,
                       .finished_at = now,
                       .status = "skipped",
                       .evidence = reason});
  decision.add_ended_operation(op);
  decision.add_history("WARNING", info(op.kind).history_type, reason);
  skip_workflow(decision, info(op.kind), provision_event::provide);
}

handler_result begin_workflow(decision& decision, workflow kind, provision_event event,
                              json request) {
  auto& x = decision.next;
  x.attributes.last_error.reset();
  const auto& row = info(kind);
  if (row.is_automatic && cleaning_is_off(decision)) {
    skip_workflow(decision, row, event);
    return verdict::stay{};
  }
  std::string obstacle;
  if (row.is_automatic) {
    request = request.value("cleaning", json::object());
    obstacle = why_not_cleaned(decision, request);
  }
  supersede(decision);
  enqueue(x, make_operation(decision, kind, std::move(request)));
  move(decision, event);
  if (!obstacle.empty() && !x.queued)
    return verdict::fail{"Node " + x.attributes.uuid + " is not cleaned: " + obstacle + "."};
  return verdict::stay{};
}

handler_result proceed(decision& decision) {
  const auto& op = *decision.next.current;
  if (op.abort_requested && !op.concluded) return abort_by_request(op);
  if (op.index < op.steps.size()) return run_step(decision);
  if (!op.planned) return plan(decision);
  return finish(decision);
}

handler_result plan_from_here(decision& decision, const result<std::vector<step>>& work) {
  auto& op = *decision.next.current;
  if (!work) return verdict::fail{work.error().message};
  const auto finish =
      plan_calls(decision.next, decision.ctx(), op, info(op.kind).finish, step_role::finish);
  op.steps.resize(op.index);
  op.steps.insert(op.steps.end(), work->begin(), work->end());
  op.steps.insert(op.steps.end(), finish.begin(), finish.end());
  op.planned = true;
  return verdict::stay{};
}

}  // namespace ironbus
