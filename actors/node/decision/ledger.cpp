#include "actors/node/decision/ledger.hpp"

namespace ironbus {

namespace {

/// Null if the node does not say.
json property(const node_snapshot& snapshot, std::string_view name) {
  const auto found = snapshot.attributes.properties.find(std::string{name});
  return found == snapshot.attributes.properties.end() ? json{} : json(*found);
}

}  // namespace

void close_ledger_entry(decision& decision, operation& op, entry_end end) {
  if (op.ledger.empty() || op.ledger.back().finished_at || op.ledger.back().index != op.index)
    return;
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
  decision.seen.steps.push_back({entry.interface + "." + entry.name, entry.status, lasted});
  if (op.steps[op.index].role != step_role::work) return;
  const std::chrono::duration<double> took = lasted;
  decision.emit(event::step_finished, {{"workflow", to_string(op.kind)},
                                       {"operation_id", op.id},
                                       {"interface", entry.interface},
                                       {"step", entry.name},
                                       {"index", entry.index},
                                       {"attempt", entry.attempt},
                                       {"status", entry.status},
                                       {"reason", entry.status == "done" ? "" : entry.evidence},
                                       {"seconds", took.count()},
                                       {"worker", entry.worker},
                                       {"driver", decision.next.attributes.driver},
                                       {"vendor", property(decision.next, "vendor")},
                                       {"model", property(decision.next, "model")}});
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
