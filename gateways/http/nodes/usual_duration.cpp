#include "gateways/http/nodes/usual_duration.hpp"

#include "gateways/http/api/questions.hpp"
#include "gateways/http/services/services.hpp"

namespace ironbus::http {

namespace {

/// The ledger entry of the running step. Null if none has started.
const ledger_entry* run_in_progress(const node_snapshot& node) {
  if (!node.current || node.current->ledger.empty()) return nullptr;
  const auto& last = node.current->ledger.back();
  return last.finished_at || last.index != node.current->index ? nullptr : &last;
}

/// Describes the usual duration. The expected end and the time when it is overdue come from the run
/// if they were recorded at its start, so that they match the events.
json usual_of(const usual_time& usual, const step_durations& known, const ledger_entry& run,
              timestamp now) {
  const auto summary = summary_of(known);
  const auto overdue_at = run.overdue_at.value_or(usual.overdue_at(run.started_at));
  return {{"runs", usual.runs},
          {"median_seconds", summary["median_seconds"]},
          {"p99_seconds", summary["p99_seconds"]},
          {"began", run.started_at},
          {"expected_end", run.expected_end.value_or(usual.expected_end(run.started_at))},
          {"overdue_at", overdue_at},
          {"overdue", now >= overdue_at}};
}

}  // namespace

task<json> usual_durations::of(const node_snapshot& node) {
  const auto* run = run_in_progress(node);
  const json unknown;
  if (run == nullptr) co_return unknown;
  const auto kind = kind_of_run(node.attributes, run->interface, run->name);
  auto found = known_.find(kind);
  if (found == known_.end()) {
    auto learned = co_await read(kind);
    found = known_.emplace(kind, std::move(learned)).first;
  }
  const auto& known = found->second;
  if (!known) co_return unknown;
  const auto usual = usual_time_of(*known);
  if (!usual) co_return unknown;
  co_return usual_of(*usual, *known, *run, call_->services.time.now());
}

task<std::optional<step_durations>> usual_durations::read(const std::string& kind) const {
  const std::optional<step_durations> nothing;
  const std::string aggregate{step_durations_aggregate};
  const auto found = co_await tried(load_aggregate(call_, aggregate, kind));
  if (!found) co_return nothing;
  auto known = decode_stored<step_durations>(found->snapshot, "duration");
  if (!known) co_return nothing;
  co_return std::optional{std::move(*known)};
}

}  // namespace ironbus::http
