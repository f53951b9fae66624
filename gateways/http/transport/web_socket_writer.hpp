#pragma once

#include "gateways/http/transport/client_stream.hpp"
#include "gateways/http/transport/endless_writer.hpp"

#include <functional>
#include <memory>

namespace ironbus::http {

/// The longest message that a client may send, in bytes; none is looked at.
inline constexpr size_t web_socket_message_max = size_t{4} << 10;

/// Makes the connection of a client a WebSocket: answers its handshake with the headers, then sends
/// each text as a message, pings, and answers the client's pings and its goodbye. Ends with the
/// close codes of RFC 6455: 1001 when the server stops, 1009 after a message that is too long, 1013
/// with the reason for a client that is given up.
std::shared_ptr<endless_writer> make_web_socket_writer(client_stream& stream,
                                                       std::shared_ptr<streaming> what,
                                                       header_list headers,
                                                       std::function<void()> close);

}  // namespace ironbus::http
