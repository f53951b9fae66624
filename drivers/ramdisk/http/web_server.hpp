#pragma once

#include "drivers/ramdisk/http/certificate.hpp"
#include "messages/platform/tls_limits.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace ironbus::ramdisk {

/// A request as passed to its handler.
struct served_request {
  std::string method;
  std::string path;   // decoded
  std::string query;  // not decoded
  std::string body;
  std::string base_url;  // scheme and Host of the request
};

struct served_answer {
  int status = 200;
  std::string body;  // JSON
  std::string location;
  std::string allowed;  // methods, with status 405
};

using request_handler = std::function<boost::asio::awaitable<served_answer>(served_request)>;

/// The certificate of a server, and which TLS it accepts.
struct server_tls {
  own_certificate certificate;
  tls_limits limits = {};
};

/// HTTP server on a port of all addresses, with TLS if it has a certificate. Limits connections
/// (the service needs one), the size of heads and bodies, and their time.
class web_server {
public:
  /// Listens at once. Throws boost::system::system_error if the port is in use. `io` must outlive
  /// it.
  web_server(boost::asio::io_context& io, int port, const std::optional<server_tls>& tls,
             request_handler handler);
  ~web_server();

  /// Accepts no more connections. Running responses end.
  void stop();

private:
  struct shared_state;
  std::shared_ptr<shared_state> state_;
};

}  // namespace ironbus::ramdisk
