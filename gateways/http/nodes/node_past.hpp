#pragma once

#include "gateways/http/api/task.hpp"
#include "messages/base/time.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ironbus::http {

/// A node as it was.
struct past_state {
  json snapshot;
  std::optional<std::string> gone{};  ///< Why that cannot be told: the answer is 410.
};

/// The time that a parameter says (RFC 3339, in UTC); it must be there, and not be in the future.
result<timestamp> read_moment(const call& call, std::string_view parameter);

/// What a node was at that time, from the decisions in the log of events. `ident`: a UUID, also of
/// one that is no more, or the name that a node has now. `not_found` if it did not exist then.
task<past_state> read_past_node(const call_ptr& call, const std::string& ident, timestamp moment);

}  // namespace ironbus::http
