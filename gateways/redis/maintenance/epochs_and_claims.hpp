#pragma once

#include "gateways/redis/redis_session.hpp"
#include "messages/ports/stored_items.hpp"

#include <string>
#include <vector>

namespace ironbus::redis {

/// The epochs by shard.
result<std::vector<stored_epoch>> read_epochs(session& connection);
/// The claims in the order of `names`. Leaves out expired ones.
result<std::vector<stored_step_claim>> read_claims(session& connection,
                                                   const std::vector<std::string>& names);
/// Writes an epoch unless a newer one exists.
result<std::monostate> put_item(session& connection, const stored_epoch& x);
result<std::monostate> put_item(session& connection, const stored_step_claim& x);

/// The processes that use the store now, as a readable list. Empty if there are none.
result<std::string> read_user_names(session& connection);

}  // namespace ironbus::redis
