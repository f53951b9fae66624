#pragma once

#include "gateways/redis/redis_stream.hpp"
#include "messages/platform/tls_client.hpp"

namespace ironbus::redis {

/// Makes a TLS stream from a connected socket. Reads the files of the options. `unavailable`
/// describes the problem with the server, its certificate or ours.
result<std::unique_ptr<stream>> make_tls_stream(socket_handle socket, const std::string& host,
                                                const tls_client_options& options,
                                                const patience& limit);

}  // namespace ironbus::redis
