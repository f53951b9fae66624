#pragma once

#include "gateways/redis/redis_dial.hpp"

namespace ironbus::redis {

/// Asks the Sentinels, one after the other, which server is the primary now. `unavailable` if none
/// of them can be reached or knows the service. `while_waiting` as for dial.
result<server> find_primary(const endpoint& wanted, std::chrono::milliseconds timeout,
                            const std::function<bool()>& while_waiting);

/// `unavailable` unless the server says that it is a primary: a Sentinel's answer may be old.
result<std::monostate> check_primary(redisContext& connection);

}  // namespace ironbus::redis
