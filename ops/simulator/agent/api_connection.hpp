#pragma once

#include "messages/stream/byte_stream.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ironbus::simulator {

/// Address of the service.
struct api_address {
  std::string host;  ///< Name, or address without brackets.
  uint16_t port = 0;
  std::string path;  ///< Before that of each call; without a slash at its end.
  /// Checks the service's certificate; null: plain HTTP.
  byte_stream::tls_context trust;
};

/// One connection to the service, plain or with TLS. One coroutine at a time uses it, on its
/// executor. Each wait ends after `call_limit`.
class api_connection {
public:
  using error = boost::system::error_code;
  using request = boost::beast::http::request<boost::beast::http::string_body>;
  using response = boost::beast::http::response<boost::beast::http::string_body>;

  api_connection(const boost::asio::any_io_executor& executor, const api_address& service);

  boost::asio::awaitable<error> open(const api_address& service);
  /// Sends a request and reads the response.
  boost::asio::awaitable<error> exchange(const request& asked, response& given);

private:
  byte_stream stream_;
  boost::beast::flat_buffer buffer_;
};

}  // namespace ironbus::simulator
