#pragma once

#include "gateways/http/api/task.hpp"
#include "messages/base/time.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ironbus::http {

/// The state of a node at a past time.
struct past_state {
  json snapshot;
  std::optional<std::string> gone{};  ///< Why the state is unknown; the answer is 410.
};

/// The time in a parameter (RFC 3339, in UTC). The parameter is required and must not be in the
/// future.
result<timestamp> read_moment(const call& call, std::string_view parameter);

/// Reconstructs a node's state at a past time from the decisions in the event log. `ident`: a UUID,
/// also of a deleted node, or the current name of a node. `not_found` if the node did not exist
/// then.
task<past_state> read_past_node(const call_ptr& call, const std::string& ident, timestamp moment);

}  // namespace ironbus::http
