#pragma once

#include "gateways/redis/redis_stream.hpp"
#include "messages/platform/tls_client.hpp"

namespace ironbus::redis {

/// Makes TLS of a connected socket; the files that the options name are read. `unavailable` says
/// what is wrong with the server, its certificate or ours.
result<std::unique_ptr<stream>> make_tls_stream(socket_handle socket, const std::string& host,
                                                const tls_client_options& options,
                                                const patience& limit);

}  // namespace ironbus::redis
