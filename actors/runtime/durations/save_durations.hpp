#pragma once

#include "messages/contract/step_durations.hpp"
#include "messages/ports/commit.hpp"

namespace ironbus {

/// The commit that makes what has been learned that way; the version is that of before.
commit make_durations_commit(const step_durations& kind, uint64_t version);

/// Where the learning of all kinds has come to: one record beside them, whose id is "all".
inline constexpr std::string_view duration_cursor_aggregate = "duration_cursor";

}  // namespace ironbus
