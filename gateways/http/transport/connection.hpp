#pragma once

#include "gateways/http/transport/application.hpp"
#include "gateways/http/transport/client_budget.hpp"
#include "gateways/http/transport/connection_set.hpp"
#include "gateways/http/transport/tls.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <memory>

namespace ironbus::http {

/// Creates the connection of one client. It lives as long as it has an operation. `tls` null:
/// without TLS. `is_local`: the socket is a Unix socket.
std::shared_ptr<connection> make_connection(boost::asio::ip::tcp::socket socket, tls_context tls,
                                            const server_options& options, application& app,
                                            connection_set& all, bool is_local = false);

/// Starts to read requests, after the PROXY header and the TLS handshake if they are wanted.
void run(const std::shared_ptr<connection>& x);
/// Counts the connection for its address until it ends; call it before `run`. False if the address
/// has too many.
bool join_clients(const std::shared_ptr<connection>& x);
/// Answers 503 or 429 without reading, then closes. With TLS it only closes, because the handshake
/// would cost more than the refused request.
void turn_away(const std::shared_ptr<connection>& x, overuse why);
/// Closes after the running request. A stream ends at once.
void close_when_idle(const std::shared_ptr<connection>& x);
/// Closes if the request has not arrived completely, because its handling has not started.
void close_if_incomplete(const std::shared_ptr<connection>& x);

}  // namespace ironbus::http
