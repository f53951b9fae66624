#pragma once

#include "gateways/redis/redis_connection.hpp"
#include "messages/platform/tls_client.hpp"

#include <chrono>
#include <functional>

namespace ironbus::redis {

/// Connects to a server within `timeout`, over TLS if its address says so. Calls `while_waiting`
/// about every millisecond, so that the thread can reject other calls. If it returns
/// false, the attempt ends. Host lookup blocks. `unavailable` names the server and the reason.
result<connection_ptr> dial(const server& address, std::chrono::milliseconds timeout,
                            const std::function<bool()>& while_waiting,
                            const tls_client_options& tls = {});

/// Logs in if there is a password. `unavailable` if the server rejects the login.
result<std::monostate> authenticate(connection& link, const login& who);

}  // namespace ironbus::redis
