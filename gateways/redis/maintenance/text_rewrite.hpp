#pragma once

#include "gateways/redis/redis_session.hpp"
#include "messages/ports/store_maintenance.hpp"

namespace ironbus::redis {

/// Passes each aggregate to `edit` and writes what it returns, if the aggregate has not changed
/// since the read; otherwise reads it again. See store_maintenance::rewrite.
result<std::monostate> rewrite_aggregates(session& connection,
                                          const store_maintenance::editor& edit);

}  // namespace ironbus::redis
