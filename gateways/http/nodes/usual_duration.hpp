#pragma once

#include "gateways/http/api/task.hpp"
#include "messages/base/json.hpp"
#include "messages/contract/usual_time.hpp"
#include "messages/model/snapshot.hpp"

#include <map>
#include <optional>
#include <string>

namespace ironbus::http {

/// Usual durations of steps. The statistics of a kind of run are read once, for any number of
/// nodes.
class usual_durations {
public:
  explicit usual_durations(call_ptr call) : call_(std::move(call)) {}

  /// The usual duration of the running step and its expected end: {"runs", "median_seconds",
  /// "p99_seconds", "began", "expected_end", "overdue_at", "overdue"}. Null if no step is running
  /// or too few similar runs are known.
  task<json> of(const node_snapshot& node);

private:
  task<std::optional<step_durations>> read(const std::string& kind) const;

  const call_ptr call_;
  std::map<std::string, std::optional<step_durations>> known_;
};

}  // namespace ironbus::http
