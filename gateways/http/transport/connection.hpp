#pragma once

#include "gateways/http/transport/application.hpp"
#include "gateways/http/transport/client_budget.hpp"
#include "gateways/http/transport/connection_set.hpp"
#include "gateways/http/transport/tls.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <memory>

namespace ironbus::http {

/// One client's connection; lives as long as it has something to do. `tls` null: in the clear.
std::shared_ptr<connection> make_connection(boost::asio::ip::tcp::socket socket, tls_context tls,
                                            const server_options& options, application& app,
                                            connection_set& all);

/// Begins to read requests, after the handshake if there is TLS.
void run(const std::shared_ptr<connection>& x);
/// Counts it for its address, before it runs; false if that is one too many. It counts until it
/// ends.
bool join_clients(const std::shared_ptr<connection>& x);
/// Answers 503 or 429 without reading anything, then closes. With TLS it only closes: the handshake
/// would cost more than what it refuses.
void turn_away(const std::shared_ptr<connection>& x, overuse why);
/// Closes as soon as no request is running; a stream ends at once.
void close_when_idle(const std::shared_ptr<connection>& x);
/// Closes it if its request has not come whole: nothing has been begun for it.
void close_unless_whole(const std::shared_ptr<connection>& x);

}  // namespace ironbus::http
