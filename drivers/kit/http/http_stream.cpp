#include "drivers/kit/http/http_connection.hpp"
#include "drivers/kit/http/http_wire.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>

#include <algorithm>

// Responses larger than memory.

namespace ironbus {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace bhttp = boost::beast::http;

namespace {

constexpr size_t part_bytes = 256 * 1024;

using body_parser = bhttp::response_parser<bhttp::buffer_body>;
using stream_error = boost::system::error_code;

/// Time limit of the next event.
std::chrono::steady_clock::time_point next_limit(std::chrono::milliseconds stall,
                                                 std::chrono::steady_clock::time_point deadline) {
  return std::min(std::chrono::steady_clock::now() + stall, deadline);
}

http_response head_of(const body_parser& parser) {
  http_response out;
  out.status = parser.get().result_int();
  out.headers = headers_of(parser.get());
  return out;
}

/// Gives the parser its buffer for the next part.
void offer(body_parser& parser, std::vector<char>& part) {
  parser.get().body().data = part.data();
  parser.get().body().size = part.size();
  parser.get().body().more = true;
}

http_failure silent_for(const std::string& peer, std::chrono::milliseconds stall) {
  return {http_error::timeout,
          sentence(peer) + " sent no data for " + std::to_string(stall.count()) + " ms."};
}

}  // namespace

asio::awaitable<http_result> http_connection::stream(std::shared_ptr<const http_request> request,
                                                     body_taker take,
                                                     std::chrono::milliseconds stall,
                                                     time_point deadline) {
  reusable_ = false;
  stream_error error;
  auto reporting = asio::redirect_error(asio::use_awaitable, error);
  auto out = written(*request, options_.proxy && !request->server.secure, false);
  stream_.expires_at(next_limit(stall, deadline));
  co_await bhttp::async_write(stream_, out, reporting);
  if (error) co_return tl::unexpected(stalled(error, stall));
  beast::flat_buffer buffer{answer_header_max + read_ahead};
  body_parser parser;
  parser.header_limit(answer_header_max);
  parser.body_limit(boost::none);
  co_await bhttp::async_read_header(stream_, buffer, parser, reporting);
  if (error) co_return tl::unexpected(stalled(error, stall));
  auto head = head_of(parser);
  const bool streams = head.status == 200 || head.status == 206;
  std::vector<char> part(part_bytes);
  while (!parser.is_done()) {
    offer(parser, part);
    stream_.expires_at(next_limit(stall, deadline));
    co_await bhttp::async_read_some(stream_, buffer, parser, reporting);
    if (error == bhttp::error::need_buffer) error = {};
    if (error) co_return tl::unexpected(stalled(error, stall));
    const std::string_view got{part.data(), part.size() - parser.get().body().size};
    if (!streams) {
      head.body += got;
      if (head.body.size() > options_.answer_bytes_max) break;  // an error page of that size
    } else if (auto why = take(head, got); !why.empty()) {
      co_return http_fail(http_error::refused, std::move(why));
    }
  }
  co_return head;
}

http_failure http_connection::stalled(const stream_error& error,
                                      std::chrono::milliseconds stall) const {
  return error == beast::error::timeout ? silent_for(options_.peer, stall) : unread(error);
}

void http_connection::give_up() {
  asio::post(strand_, [this] { stream_.cancel(); });
}

}  // namespace ironbus
