#include "gateways/http/transport/body_reader.hpp"

#include <boost/beast/http/read.hpp>

#include <algorithm>

namespace ironbus::http {

namespace bhttp = boost::beast::http;
using steady = std::chrono::steady_clock;

body_reader::body_reader(client_stream& stream, boost::beast::flat_buffer& buffer,
                         body_parser& parser, const server_options& options,
                         std::function<void(error)> ended)
    : client_(stream),
      buffer_(buffer),
      parser_(parser),
      part_time_(options.body_timeout),
      part_bytes_(static_cast<size_t>(std::max<uint64_t>(
          1,
          options.body_bytes_per_second_min * static_cast<uint64_t>(part_time_.count()) / 1000))),
      ended_(std::move(ended)) {
  parser_.eager(true);
}

void body_reader::begin_part() {
  part_end_bytes_ = parser_.get().body().text.size() + part_bytes_;
  part_ends_ = steady::now() + part_time_;
  read();
}

void body_reader::read() {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(part_ends_ - steady::now());
  client_.expires_after(std::max(left, std::chrono::milliseconds{0}));
  bhttp::async_read_some(client_, buffer_, parser_,
                         [self = shared_from_this()](error e, size_t) { self->read_some(e); });
}

void body_reader::read_some(error wrong) {
  if (wrong || parser_.is_done()) return ended_(wrong);
  parser_.get().body().text.size() >= part_end_bytes_ ? begin_part() : read();
}

}  // namespace ironbus::http
