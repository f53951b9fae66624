#pragma once

#include "gateways/http/server.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/ip/tcp.hpp>

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
};

/// One client's connection; lives as long as it has something to do.
///
/// TLS would come in here: everything below works on `stream_type` of connection.cpp.
std::shared_ptr<connection> make_connection(boost::asio::ip::tcp::socket socket,
                                            const server_options& options, application& app,
                                            connection_set& all);

/// Begins to read requests.
void run(const std::shared_ptr<connection>& x);
/// Answers 503 without reading anything, then closes.
void turn_away(const std::shared_ptr<connection>& x);
/// Closes as soon as no request is running; a stream ends at once.
void close_when_idle(const std::shared_ptr<connection>& x);

}  // namespace ironbus::http
