#include "actors/node/decision/ledger.hpp"

namespace ironbus {

void close_ledger_entry(decision& d, operation& op, std::string_view status,
                        const std::string& evidence, const std::string& worker) {
  if (op.ledger.empty() || op.ledger.back().finished_at || op.ledger.back().index != op.index)
    return;
  auto& entry = op.ledger.back();
  entry.status = status;
  entry.finished_at = d.ctx().now;
  entry.evidence = evidence;
  entry.worker = worker;
  if (status == "failed" || status == "interrupted")
    log_step_failure(d, {{d.next.about.uuid, op.id, entry.index, entry.attempt},
                         entry.interface + "." + entry.name,
                         evidence,
                         worker,
                         status == "interrupted"});
  if (op.steps[op.index].role != step_role::work) return;
  const std::chrono::duration<double> took = d.ctx().now - entry.started_at;
  d.emit(event::step_finished, {{"workflow", to_string(op.kind)},
                                {"operation_id", op.id},
                                {"interface", entry.interface},
                                {"step", entry.name},
                                {"index", entry.index},
                                {"attempt", entry.attempt},
                                {"status", status},
                                {"reason", status == "done" ? std::string{} : evidence},
                                {"seconds", took.count()},
                                {"worker", worker}});
}

void log_step_failure(decision& d, step_failure x) {
  d.report(log::level::warn, x.interrupted ? "a step was interrupted" : "a step has failed",
           {{log_key::step, std::move(x.step)},
            {log_key::claim, claim_key(x.id)},
            {log_key::worker, std::move(x.worker)},
            {log_key::error, std::move(x.reason)}});
}

}  // namespace ironbus
