#pragma once

#include "drivers/ramdisk/http/certificate.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace ironbus::ramdisk {

/// A request as its handler sees it.
struct served_request {
  std::string method;
  std::string path;   // decoded
  std::string query;  // as it came
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

/// Answers requests on a port of all addresses, over TLS if it has a certificate. A few connections
/// at a time (the service has one): more are closed. Bodies and heads are bounded, and so is the
/// time they may take.
class web_server {
public:
  /// Listens at once; throws boost::system::system_error if the port is taken. `io` outlives it.
  web_server(boost::asio::io_context& io, int port, std::optional<own_certificate> certificate,
             request_handler handler);
  ~web_server();

  /// Takes no more connections; those that are being answered end.
  void stop();

private:
  struct shared_state;
  std::shared_ptr<shared_state> state_;
};

}  // namespace ironbus::ramdisk
