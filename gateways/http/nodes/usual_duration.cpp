#include "gateways/http/nodes/usual_duration.hpp"

#include "gateways/http/api/questions.hpp"
#include "gateways/http/services/services.hpp"
#include "messages/base/text.hpp"
#include "messages/contract/step_durations.hpp"

namespace ironbus::http {

namespace {

/// So many runs must have been seen before anything is said of the next.
constexpr uint64_t runs_needed = 5;

/// When the step in progress was begun; unset: none has been.
std::optional<timestamp> step_begun(const node_snapshot& node) {
  if (!node.current || node.current->ledger.empty()) return std::nullopt;
  const auto& last = node.current->ledger.back();
  if (last.finished_at || last.index != node.current->index) return std::nullopt;
  return last.started_at;
}

/// What runs like the one in progress are found by.
step_durations kind_of_run(const node_snapshot& node) {
  const auto& step = node.current->ledger.back();
  const auto& properties = node.attributes.properties.tree();
  step_durations out;
  out.driver = node.attributes.driver;
  out.vendor = member_text(properties, "vendor");
  out.model = member_text(properties, "model");
  out.interface = step.interface;
  out.step = step.name;
  return out;
}

/// How long such a step takes as a rule, and when it should end; null: too few have been seen.
json usual_of(const step_durations& known, timestamp begun, timestamp now) {
  if (known.taken.count() < runs_needed) return {};
  auto out = summary_of(known);
  const auto after = [&](const char* name) {
    return begun + std::chrono::milliseconds{static_cast<int64_t>(1000 * out[name].get<double>())};
  };
  const auto end = after("median_seconds");
  const auto late = now > after("p99_seconds");
  return {{"runs", out["runs"]},
          {"median_seconds", out["median_seconds"]},
          {"p99_seconds", out["p99_seconds"]},
          {"began", begun},
          {"expected_end", end},
          {"overdue", late}};
}

}  // namespace

task<json> usual_duration(const call_ptr& call, const node_snapshot& node) {
  const auto begun = step_begun(node);
  const json unknown;
  if (!begun) co_return unknown;
  const std::string kind{step_durations_aggregate};
  const auto found = co_await tried(load_aggregate(call, kind, key_of(kind_of_run(node))));
  if (!found) co_return unknown;
  const auto known = decode_stored<step_durations>(found->snapshot, "duration");
  if (!known) co_return unknown;
  co_return usual_of(*known, *begun, call->services.time.now());
}

}  // namespace ironbus::http
