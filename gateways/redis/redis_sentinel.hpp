#pragma once

#include "gateways/redis/redis_dial.hpp"

namespace ironbus::redis {

/// Asks the Sentinels one after the other for the current primary. `unavailable` if none of them is
/// reachable, accepts the login and knows the service. The primary uses TLS if the Sentinels do.
/// `while_waiting` and `tls` as for dial.
result<server> find_primary(const endpoint& wanted, std::chrono::milliseconds timeout,
                            const std::function<bool()>& while_waiting,
                            const tls_client_options& tls);

/// `unavailable` unless the server says that it is a primary. A Sentinel's answer may be old.
result<std::monostate> check_primary(connection& link);

}  // namespace ironbus::redis
