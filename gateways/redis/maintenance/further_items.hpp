#pragma once

#include "gateways/redis/redis_session.hpp"
#include "messages/ports/stored_items.hpp"

#include <string>
#include <vector>

namespace ironbus::redis {

/// By shard.
result<std::vector<stored_epoch>> read_epochs(session& connection);
/// In the order of the names; those that have ended meanwhile are left out.
result<std::vector<stored_step_claim>> read_claims(session& connection,
                                                   const std::vector<std::string>& names);
/// Keeps the newer epoch, should there be one.
result<std::monostate> put_item(session& connection, const stored_epoch& x);
result<std::monostate> put_item(session& connection, const stored_step_claim& x);

/// Processes that use the store now, as a list for people; empty if there are none.
result<std::string> read_user_names(session& connection);

}  // namespace ironbus::redis
