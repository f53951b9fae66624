#pragma once

#include "gateways/http/api/task.hpp"
#include "messages/base/json.hpp"
#include "messages/contract/usual_time.hpp"
#include "messages/model/snapshot.hpp"

#include <map>
#include <optional>
#include <string>

namespace ironbus::http {

/// How long steps take as a rule: what has been learned of a kind of runs is read once, however
/// many nodes are asked about.
class usual_durations {
public:
  explicit usual_durations(call_ptr call) : call_(std::move(call)) {}

  /// How long runs of the step in progress take, and when this one should end: {"runs",
  /// "median_seconds", "p99_seconds", "began", "expected_end", "overdue_at", "overdue"}. Null where
  /// none is in progress, or too few like it have been seen.
  task<json> of(const node_snapshot& node);

private:
  task<std::optional<step_durations>> read(const std::string& kind) const;

  const call_ptr call_;
  std::map<std::string, std::optional<step_durations>> known_;
};

}  // namespace ironbus::http
