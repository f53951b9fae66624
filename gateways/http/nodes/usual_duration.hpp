#pragma once

#include "gateways/http/api/task.hpp"
#include "messages/base/json.hpp"
#include "messages/model/snapshot.hpp"

namespace ironbus::http {

/// How long runs of the step in progress take as a rule, and when this one should end: {"runs",
/// "median_seconds", "p99_seconds", "began", "expected_end", "overdue_at", "overdue"}. Null where
/// none is in progress, or too few like it have been seen.
task<json> usual_duration(const call_ptr& call, const node_snapshot& node);

}  // namespace ironbus::http
