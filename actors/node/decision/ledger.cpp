#include "actors/node/decision/ledger.hpp"

#include "actors/node/decision/overdue_step.hpp"
#include "actors/node/decision/step_spans.hpp"
#include "messages/model/snapshot.hpp"

namespace ironbus {

namespace {

/// Null if the node has none.
json property(const node& machine, std::string_view name) {
  const auto found = machine.properties.find(std::string{name});
  return found == machine.properties.end() ? json{} : json(*found);
}

void report_finished(decision& decision, const operation& op, const ledger_entry& entry) {
  const std::chrono::duration<double> took = *entry.finished_at - entry.started_at;
  auto data = describe_run(op, entry);
  data["status"] = entry.status;
  data["reason"] = entry.status == "done" ? "" : entry.evidence;
  data["seconds"] = took.count();
  data["worker"] = entry.worker;
  add_machine(data, decision.next.attributes);
  decision.emit(event::step_finished, std::move(data));
}

}  // namespace

json describe_run(const operation& op, const ledger_entry& entry) {
  return {{"workflow", to_string(op.kind)}, {"operation_id", op.id},
          {"interface", entry.interface},   {"step", entry.name},
          {"index", entry.index},           {"attempt", entry.attempt}};
}

void add_machine(json& data, const node& machine) {
  data["driver"] = machine.driver;
  data["vendor"] = property(machine, "vendor");
  data["model"] = property(machine, "model");
}

void open_ledger_entry(decision& decision, operation& op, const step& step) {
  op.ledger.push_back({.interface = step.interface,
                       .name = step.name,
                       .index = op.index,
                       .attempt = op.attempt,
                       .started_at = decision.ctx().now,
                       .finished_at = {}});
  if (step.role != step_role::work) return;
  auto& entry = op.ledger.back();
  expect_end(decision, entry);
  auto data = describe_run(op, entry);
  if (entry.expected_end) data["expected_end"] = entry.expected_end;
  decision.emit(event::step_started, std::move(data));
}

void close_ledger_entry(decision& decision, operation& op, entry_end end) {
  if (op.ledger.empty() || op.ledger.back().finished_at || op.ledger.back().index != op.index)
    return;
  report_overdue_step(decision);
  auto& entry = op.ledger.back();
  entry.status = end.status;
  entry.finished_at = decision.ctx().now;
  entry.evidence = std::move(end.evidence);
  entry.worker = std::move(end.worker);
  if (end.report.is_structured()) entry.report = std::move(end.report);
  if (entry.status == "failed" || entry.status == "interrupted")
    log_step_failure(decision, {{decision.next.attributes.uuid, op.id, entry.index, entry.attempt},
                                entry.interface + "." + entry.name,
                                entry.evidence,
                                entry.worker,
                                entry.status == "interrupted"});
  const auto lasted = decision.ctx().now - entry.started_at;
  record_step(decision, op, entry);
  decision.seen.steps.push_back({entry.interface + "." + entry.name, entry.status, lasted});
  if (op.steps[op.index].role == step_role::work) report_finished(decision, op, entry);
}

void log_step_failure(decision& decision, step_failure step_failure) {
  decision.report(log::level::warn,
                  step_failure.interrupted ? "a step was interrupted" : "a step has failed",
                  {{log_key::step, std::move(step_failure.step)},
                   {log_key::claim, claim_key(step_failure.id)},
                   {log_key::worker, std::move(step_failure.worker)},
                   {log_key::error, std::move(step_failure.reason)}});
}

}  // namespace ironbus
