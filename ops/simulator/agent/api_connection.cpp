#include "ops/simulator/agent/api_connection.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <vector>

namespace ironbus::simulator {

namespace asio = boost::asio;
namespace bhttp = boost::beast::http;
using tcp = asio::ip::tcp;

namespace {

constexpr std::chrono::seconds call_limit{30};
constexpr uint64_t answer_bytes_max = 8 * 1024 * 1024;

/// The host as an address; unset for a name.
std::optional<asio::ip::address> address_of(const std::string& host) {
  boost::system::error_code e;
  const auto out = asio::ip::make_address(host, e);
  return e ? std::nullopt : std::optional{out};
}

/// Skips the resolver for an address, because the resolver starts a thread.
asio::awaitable<std::vector<tcp::endpoint>> find_endpoints(const api_address& service) {
  std::vector<tcp::endpoint> out;
  if (const auto address = address_of(service.host)) {
    out.emplace_back(*address, service.port);
    co_return out;
  }
  boost::system::error_code e;
  const auto executor = co_await asio::this_coro::executor;
  tcp::resolver resolver{executor};
  const auto found = co_await resolver.async_resolve(service.host, std::to_string(service.port),
                                                     asio::redirect_error(asio::use_awaitable, e));
  if (!e) out = endpoints_of(found);
  co_return out;
}

}  // namespace

api_connection::api_connection(const asio::any_io_executor& executor, const api_address& service)
    : stream_{executor} {
  if (!service.trust) return;
  stream_.use_tls(service.trust);
  stream_.expect_host(service.host);
}

asio::awaitable<api_connection::error> api_connection::open(const api_address& service) {
  const auto found = co_await find_endpoints(service);
  error e = asio::error::host_not_found;
  if (found.empty()) co_return e;
  stream_.expires_after(call_limit);
  co_await stream_.async_connect(found, asio::redirect_error(asio::use_awaitable, e));
  if (!e && stream_.secure())
    co_await stream_.async_handshake(asio::ssl::stream_base::client,
                                     asio::redirect_error(asio::use_awaitable, e));
  co_return e;
}

asio::awaitable<api_connection::error> api_connection::exchange(const request& asked,
                                                                response& given) {
  error e;
  stream_.expires_after(call_limit);
  co_await bhttp::async_write(stream_, asked, asio::redirect_error(asio::use_awaitable, e));
  if (e) co_return e;
  bhttp::response_parser<bhttp::string_body> parser;
  parser.body_limit(answer_bytes_max);
  parser.skip(asked.method() == bhttp::verb::head);
  co_await bhttp::async_read(stream_, buffer_, parser,
                             asio::redirect_error(asio::use_awaitable, e));
  if (!e) given = parser.release();
  co_return e;
}

}  // namespace ironbus::simulator
