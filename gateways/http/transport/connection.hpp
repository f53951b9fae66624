#pragma once

#include "gateways/http/transport/server.hpp"
#include "gateways/http/transport/tls.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <functional>
#include <memory>
#include <set>

namespace ironbus::http {

class connection;

/// What the connections of a server share. Only touched through its members: thread safe.
class connection_set {
public:
  virtual ~connection_set() = default;
  virtual void left(connection* x) = 0;
  virtual bool stopping() const = 0;
  /// Runs what waits for a disk, on a thread where nothing else waits for it.
  virtual void aside(std::function<void()> work) = 0;
};

/// One client's connection; lives as long as it has something to do. `tls` null: in the clear.
std::shared_ptr<connection> make_connection(boost::asio::ip::tcp::socket socket, tls_context tls,
                                            const server_options& options, application& app,
                                            connection_set& all);

/// Begins to read requests, after the handshake if there is TLS.
void run(const std::shared_ptr<connection>& x);
/// Answers 503 without reading anything, then closes. With TLS it only closes: the handshake would
/// cost more than what it refuses.
void turn_away(const std::shared_ptr<connection>& x);
/// Closes as soon as no request is running; a stream ends at once.
void close_when_idle(const std::shared_ptr<connection>& x);

}  // namespace ironbus::http
