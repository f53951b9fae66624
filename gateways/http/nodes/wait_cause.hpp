#pragma once

#include "gateways/http/view/shown_object.hpp"
#include "messages/base/json.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/model/wait_report.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ironbus::http {

/// Whether the node waits or works: a workflow or power change is in progress, it has failed, it is
/// in maintenance, or its power state is not confirmed.
bool has_wait_cause(const shown_object& node);

/// Removes everything that identifies one machine: UUIDs, addresses, times and the node's name
/// become "…", other numbers "#". Nodes with the same problem then have equal texts.
std::string common_text(std::string_view text, std::string_view name);

/// Why the node waits. Null if it is idle. Otherwise {"kind", "key", "text", "reason"}: `kind` is
/// "failed", "hold" (an operator must release it), "waiting" or "working". `text` and `reason` are
/// for people; `reason` is the error or the maintenance reason, null if unset. `key` is both as
/// common_text: nodes with equal keys wait for the same reason.
json cause_of(const node_snapshot& node, const std::optional<wait_report>& waits);

}  // namespace ironbus::http
