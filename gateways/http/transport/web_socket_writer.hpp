#pragma once

#include "gateways/http/transport/client_stream.hpp"
#include "gateways/http/transport/endless_writer.hpp"

#include <functional>
#include <memory>

namespace ironbus::http {

/// The maximum size of a client's message in bytes. All messages are ignored.
inline constexpr size_t web_socket_message_max = size_t{4} << 10;

/// Turns a client's connection into a WebSocket. It answers the handshake, sends each text as a
/// message, pings, and answers pings and the close frame. Its close codes (RFC 6455):
///  - 1001: the server stops
///  - 1009: a message of the client is too long
///  - 1013, with the reason: the client reads too slowly
std::shared_ptr<endless_writer> make_web_socket_writer(client_stream& stream,
                                                       std::shared_ptr<streaming> what,
                                                       header_list headers,
                                                       std::function<void()> close);

}  // namespace ironbus::http
