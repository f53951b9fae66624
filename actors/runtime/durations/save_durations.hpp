#pragma once

#include "messages/contract/step_durations.hpp"
#include "messages/ports/commit.hpp"

namespace ironbus {

/// The commit that stores learned durations; `version` is the current version.
commit make_durations_commit(const step_durations& kind, uint64_t version);

/// The position of all learning: a separate record with the id "all".
inline constexpr std::string_view duration_cursor_aggregate = "duration_cursor";

}  // namespace ironbus
