#pragma once

#include "gateways/http/transport/application.hpp"
#include "gateways/http/transport/client_stream.hpp"
#include "gateways/http/transport/counted_body.hpp"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>

#include <functional>
#include <memory>

namespace ironbus::http {

using body_parser = boost::beast::http::request_parser<counted_body>;

/// Reads the body of a request. The client has `body_timeout` for the whole body, or for each part
/// of `body_bytes_per_second_min` × that time. So a stalled client holds its memory no longer than
/// that. Used on the connection's strand only.
class body_reader final : public std::enable_shared_from_this<body_reader> {
public:
  using error = boost::system::error_code;

  /// Calls `ended` once, with the error if there was one. The other arguments must live until then.
  body_reader(client_stream& stream, boost::beast::flat_buffer& buffer, body_parser& parser,
              const server_options& options, std::function<void(error)> ended);

  void begin() { begin_part(); }

private:
  void begin_part();
  void read();
  void read_some(error wrong);

  client_stream& client_;
  boost::beast::flat_buffer& buffer_;
  body_parser& parser_;
  const std::chrono::milliseconds part_time_;
  const size_t part_bytes_;
  const std::function<void(error)> ended_;
  std::chrono::steady_clock::time_point part_ends_;
  size_t part_end_bytes_ = 0;
};

}  // namespace ironbus::http
