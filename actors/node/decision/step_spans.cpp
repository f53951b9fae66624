#include "actors/node/decision/step_spans.hpp"

#include "messages/model/snapshot.hpp"

namespace ironbus {

namespace {

/// The parent span of the operation's steps.
trace_context work_span(const node_snapshot& snapshot, const std::string& operation_id) {
  const auto& [current, power, calls] = std::tie(snapshot.current, snapshot.power, snapshot.calls);
  if (current && current->id == operation_id) return span_of(*current);
  if (power && power->id == operation_id) return power->trace;
  if (!calls.empty() && calls.front().id == operation_id) return calls.front().trace;
  return {};
}

tracing::span run_of_step(const decision& decision, const trace_context& work, const step_id& id,
                          std::string name, timestamp began) {
  auto out =
      tracing::span_in(work, child_of(work, claim_key(id)), name, tracing::kind::internal, began);
  out.end = decision.ctx().now;
  out.attributes = {{trace_key::node, id.node},
                    {trace_key::operation, id.operation_id},
                    {trace_key::step, std::move(name)},
                    {trace_key::step_attempt, int64_t{id.attempt}}};
  return out;
}

}  // namespace

trace_context step_span(const node_snapshot& x, const step_id& id) {
  const auto work = work_span(x, id.operation_id);
  return work.is_set() ? child_of(work, claim_key(id)) : trace_context{};
}

void record_step(decision& decision, const operation& op, const ledger_entry& entry) {
  if (!op.trace.sampled) return;
  auto out = run_of_step(decision, span_of(op),
                         {decision.next.attributes.uuid, op.id, entry.index, entry.attempt},
                         entry.interface + "." + entry.name, entry.started_at);
  out.attributes.push_back({trace_key::workflow, std::string{to_string(op.kind)}});
  out.attributes.push_back({trace_key::step_status, entry.status});
  if (!entry.worker.empty()) out.attributes.push_back({trace_key::worker, entry.worker});
  if (entry.status == "failed" || entry.status == "interrupted") {
    out.error = entry.evidence;
    out.attributes.push_back({trace_key::error_type, entry.status});
  }
  decision.record(std::move(out));
}

void record_call(decision& decision, const step_in_flight& was, const step& what,
                 const std::string& error) {
  const auto work = work_span(decision.next, was.operation_id);
  if (!work.sampled) return;
  auto out = run_of_step(decision, work,
                         {decision.next.attributes.uuid, was.operation_id, was.index, was.attempt},
                         what.interface + "." + what.name, was.since);
  if (!error.empty()) {
    out.error = error;
    out.attributes.push_back({trace_key::error_type, "failed"});
  }
  decision.record(std::move(out));
}

void record_workflow(decision& decision, const operation& ended) {
  if (!ended.trace.sampled) return;
  const std::string name{to_string(ended.kind)};
  auto out = tracing::span_in(ended.trace, span_of(ended), name, tracing::kind::internal,
                              ended.started_at);
  out.end = decision.ctx().now;
  out.attributes = {{trace_key::node, decision.next.attributes.uuid},
                    {trace_key::workflow, name},
                    {trace_key::operation, ended.id},
                    {trace_key::request_id, ended.request_id}};
  if (ended.failure) {
    out.error = *ended.failure;
    out.attributes.push_back({trace_key::error_type, "failed"});
  }
  decision.record(std::move(out));
}

}  // namespace ironbus
