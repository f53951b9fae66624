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

/// The rest of a request on its way in. A client has `body_timeout` for the whole body or for as
/// much as `body_bytes_per_second_min` makes of that time, and then again for the next part: one
/// that stands still holds its memory no longer than that. Used on the connection's strand only.
class body_reader final : public std::enable_shared_from_this<body_reader> {
public:
  using error = boost::system::error_code;

  /// `ended` is told once what went wrong, if anything, and keeps the others until then.
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
