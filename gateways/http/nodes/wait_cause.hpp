#pragma once

#include "gateways/http/view/shown_object.hpp"
#include "messages/base/json.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/model/wait_report.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ironbus::http {

/// Whether there is more to say of a node than that it rests: it is under way, its power is being
/// changed, it has failed, or it is in maintenance.
bool is_held_up(const shown_object& node);

/// A text without what names one machine: UUIDs, addresses, times and the node's name become "…",
/// other numbers "#". What nodes are told alike is then equal.
std::string common_text(std::string_view text, std::string_view name);

/// Why the node does not go on, without what tells it from others: nodes of equal causes are held
/// up by the same. Null: it rests. {"kind", "text", "reason"}: `kind` is "failed", "hold" (an
/// operator lets it go on), "waiting" or "working"; `reason` is what was said of the failure, or of
/// the maintenance, null if nothing was.
json cause_of(const node_snapshot& node, const std::optional<wait_report>& waits);

}  // namespace ironbus::http
