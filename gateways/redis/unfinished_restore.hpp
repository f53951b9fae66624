#pragma once

#include "gateways/redis/redis_session.hpp"

namespace ironbus::redis {

/// The key that exists while a restore fills the store.
inline constexpr auto restore_mark = "restoring";

inline constexpr auto unfinished_text =
    "a restore did not finish; run `ironbusd store restore` again, which starts over";

result<bool> has_unfinished_restore(session& connection);

}  // namespace ironbus::redis
