#pragma once

#include "gateways/redis/redis_connection.hpp"
#include "messages/platform/tls_client.hpp"

#include <chrono>
#include <functional>

namespace ironbus::redis {

/// Connects to a server, over TLS if its address says so, within the time. `while_waiting` is
/// called about every millisecond so that the thread can turn others away meanwhile; it ends the
/// attempt by giving false. Looking the host up blocks. `unavailable` names the server and says
/// why.
result<connection_ptr> dial(const server& address, std::chrono::milliseconds timeout,
                            const std::function<bool()>& while_waiting,
                            const tls_client_options& tls = {});

/// Says who we are, if there is a password. `unavailable` if the server does not know us.
result<std::monostate> authenticate(connection& link, const login& who);

}  // namespace ironbus::redis
