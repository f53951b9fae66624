#include "drivers/kit/http/http_connection.hpp"

#include "drivers/kit/http/http_wire.hpp"
#include "messages/platform/http_url.hpp"
#include "messages/platform/set_tls_limits.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

namespace ironbus {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace bhttp = boost::beast::http;

namespace {

using tcp = asio::ip::tcp;
using io_error = boost::system::error_code;
using not_opened = std::optional<http_failure>;

auto reporting(io_error& error) { return asio::redirect_error(asio::use_awaitable, error); }

ip_address bytes_of(const asio::ip::address& address) {
  if (address.is_v6()) return address.to_v6().to_bytes();
  return asio::ip::make_address_v6(asio::ip::v4_mapped, address.to_v4()).to_bytes();
}

/// Unset: the address is allowed.
not_opened refuse(const asio::ip::address& address, const http_client_options& options) {
  const auto why =
      options.refused_address ? options.refused_address(bytes_of(address)) : std::string{};
  if (why.empty()) return std::nullopt;
  return http_failure{http_error::refused, "Cannot connect to " + options.peer + " at " +
                                               address.to_string() + ": the address is " + why +
                                               "."};
}

std::optional<asio::ip::address> literal_address(const std::string& host) {
  io_error not_numeric;
  auto out = asio::ip::make_address(host, not_numeric);
  if (not_numeric) return std::nullopt;
  return out;
}

http_response taken(bhttp::response<bhttp::string_body> response) {
  http_response out;
  out.status = response.result_int();
  out.headers = headers_of(response);
  out.body = std::move(response.body());
  return out;
}

/// The status of a response whose body is cut off or invalid is known nevertheless.
bool counts_without_body(const bhttp::response_parser<bhttp::string_body>& parser,
                         const http_request& request) {
  if (!parser.is_header_done()) return false;
  const auto status = parser.get().result_int();
  return status >= 300 || (status >= 200 && !request.needs_body);
}

std::string redirect_text(const http_response& answer, const std::string& peer) {
  const auto where = shown_location(answer.header("Location"));
  return sentence(peer) + " returned a redirect (" + std::to_string(answer.status) +
         (where.empty() ? "" : " to " + where) + "). Redirects are not followed.";
}

/// The certificate was not verified, or the connection was lost during the handshake.
http_error handshake_error(const io_error& error) {
  return error.category() == asio::error::get_ssl_category() ? http_error::tls
                                                             : http_error::unreachable;
}

/// The reason in words; OpenSSL's text for an old protocol names no version.
std::string handshake_text(const io_error& error, const tls_limits& limits) {
  const bool is_old = error.category() == asio::error::get_ssl_category() &&
                      is_old_tls(ERR_GET_REASON(static_cast<unsigned long>(error.value())));
  return is_old ? "it does not support TLS " + limits.minimum_version + " or newer"
                : error.message();
}

}  // namespace

http_connection::http_connection(const asio::any_io_executor& io, http_client_options options)
    : strand_{asio::make_strand(io)}, options_{std::move(options)}, stream_{strand_} {}

// -- connecting -----------------------------------------------------------------------------------

/// Resolves a host and checks each address against the rules now, because the name may have
/// resolved to other addresses before. Lookups run one after the other. A literal address needs
/// none, so it does not wait for a slow name server.
asio::awaitable<tl::expected<http_connection::endpoints, http_failure>> http_connection::find(
    http_endpoint host) {
  if (const auto literal = literal_address(host.host))
    co_return endpoints(1, tcp::endpoint(*literal, host.port));
  io_error error;
  tcp::resolver resolver(strand_);
  const auto rows =
      co_await resolver.async_resolve(host.host, std::to_string(host.port), reporting(error));
  if (error)
    co_return http_fail(http_error::unreachable, sentence(options_.peer) + "'s host " + host.host +
                                                     " cannot be resolved: " + error.message() +
                                                     ".");
  endpoints out;
  for (const auto& row : rows) {
    out.emplace_back(row.endpoint().address(), host.port);
    if (options_.proxy) continue;  // this is the proxy's host
    if (auto refused = refuse(row.endpoint().address(), options_))
      co_return tl::unexpected(std::move(*refused));
  }
  co_return out;
}

asio::awaitable<not_opened> http_connection::open(http_endpoint server, tls_trust trust,
                                                  time_point deadline) {
  if (const auto literal = literal_address(server.host))
    if (auto refused = refuse(*literal, options_)) co_return refused;
  const auto first = options_.proxy.value_or(server);
  const auto places = co_await find(first);
  if (!places) co_return places.error();
  io_error error;
  place_ = authority_of(first);
  limit_until(std::min(deadline, std::chrono::steady_clock::now() + options_.connect_timeout));
  co_await stream_.async_connect(*places, reporting(error));
  if (error == beast::error::timeout)
    co_return http_failure{http_error::unreachable, silence("connection")};
  if (error)
    co_return http_failure{http_error::unreachable,
                           sentence(options_.proxy ? "the proxy" : options_.peer) + " at " +
                               authority_of(first) + " cannot be reached: " + error.message() +
                               "."};
  if (server.secure && options_.proxy)
    if (auto closed = co_await open_tunnel(server)) co_return closed;
  place_ = authority_of(server);
  if (!server.secure) co_return std::nullopt;
  co_return co_await secure(std::move(server), std::move(trust));
}

asio::awaitable<not_opened> http_connection::open_tunnel(http_endpoint server) {
  bhttp::request<bhttp::empty_body> out{bhttp::verb::connect, authority_of(server), 11};
  out.set(bhttp::field::host, authority_of(server));
  io_error error;
  co_await bhttp::async_write(stream_, out, reporting(error));
  beast::flat_buffer buffer{answer_header_max};
  bhttp::response_parser<bhttp::empty_body> parser;
  parser.header_limit(answer_header_max);
  parser.skip(true);
  if (!error) co_await bhttp::async_read_header(stream_, buffer, parser, reporting(error));
  const auto status = error ? 0 : parser.get().result_int();
  if (status == 200 && buffer.size() == 0) co_return std::nullopt;
  co_return http_failure{http_error::unreachable,
                         "The proxy did not open a tunnel to " + authority_of(server) + ": " +
                             (error ? error.message() : "status " + std::to_string(status)) + "."};
}

asio::awaitable<not_opened> http_connection::secure(http_endpoint server, tls_trust trust) {
  auto context = tls_context(trust);
  if (!context)
    co_return http_failure{http_error::refused, "Cannot load the certificates that verify " +
                                                    options_.peer + ": " + context.error().message +
                                                    "."};
  stream_.use_tls(std::move(*context));
  stream_.expect_host(server.host);
  io_error error;
  co_await stream_.async_handshake(asio::ssl::stream_base::client, reporting(error));
  if (!error) co_return std::nullopt;
  if (error == beast::error::timeout)
    co_return http_failure{http_error::unreachable, silence("TLS handshake")};
  co_return http_failure{handshake_error(error), sentence(options_.peer) +
                                                     " failed the TLS handshake: " +
                                                     handshake_text(error, trust.limits) + "."};
}

// -- a request and its answer ---------------------------------------------------------------------

void http_connection::limit_until(time_point deadline) {
  const auto left = deadline - std::chrono::steady_clock::now();
  limit_ =
      std::max(std::chrono::ceil<std::chrono::milliseconds>(left), std::chrono::milliseconds{0});
  stream_.expires_at(deadline);
}

std::string http_connection::silence(std::string_view stage) const {
  using std::chrono::seconds;
  const auto whole = std::chrono::ceil<seconds>(limit_);
  const auto shown = limit_ < seconds{1} ? std::to_string(limit_.count()) + " ms"
                                         : std::to_string(whole.count()) + " s";
  return "No answer from " + place_ + " within " + shown + " (" + std::string{stage} + ").";
}

http_failure http_connection::unread(const io_error& error) const {
  const auto peer = sentence(options_.peer);
  if (error == bhttp::error::body_limit || error == bhttp::error::header_limit ||
      error == bhttp::error::buffer_overflow)
    return {http_error::too_large, peer + "'s response is larger than the limit of " +
                                       std::to_string(options_.answer_bytes_max) + " bytes."};
  if (error == beast::error::timeout) return {http_error::timeout, silence("response")};
  const bool broken = error.category() == make_error_code(bhttp::error::bad_version).category() &&
                      error != bhttp::error::end_of_stream &&
                      error != bhttp::error::partial_message;
  if (broken)
    return {http_error::protocol, peer + "'s response is not valid HTTP: " + error.message() + "."};
  return {http_error::broken_off,
          "The connection to " + options_.peer + " was lost: " + error.message() + "."};
}

asio::awaitable<http_result> http_connection::exchange(std::shared_ptr<const http_request> request,
                                                       time_point deadline) {
  reusable_ = false;
  limit_until(deadline);  // set once, applies to everything that follows
  auto answer = co_await exchange_within_limits(*request);
  stream_.expires_never();
  co_return answer;
}

asio::awaitable<http_result> http_connection::exchange_within_limits(const http_request& request) {
  io_error error;
  const bool plain_proxy = options_.proxy && !request.server.secure;
  auto out = written(request, plain_proxy, options_.idle_per_server_max > 0);
  co_await bhttp::async_write(stream_, out, reporting(error));
  if (error) co_return tl::unexpected(unread(error));
  beast::flat_buffer buffer{answer_header_max + read_ahead};
  bhttp::response_parser<bhttp::string_body> parser;
  parser.header_limit(answer_header_max);
  parser.body_limit(options_.answer_bytes_max);
  // Counted here as well, because the parser's limits exclude bytes between and after the chunks.
  for (size_t read = 0; !error && !parser.is_done();) {
    read += co_await bhttp::async_read_some(stream_, buffer, parser, reporting(error));
    if (read > 2 * options_.answer_bytes_max + answer_header_max) error = bhttp::error::body_limit;
  }
  if (!error && parser.get().result_int() < 100) error = bhttp::error::bad_status;
  if (error && !counts_without_body(parser, request)) co_return tl::unexpected(unread(error));
  // Bytes after a response belong to no request, and a provisional status is not the whole
  // response.
  reusable_ =
      !error && parser.keep_alive() && buffer.size() == 0 && parser.get().result_int() >= 200;
  auto answer = taken(parser.release());
  answer.cut = error.failed();
  if (answer.status >= 300 && answer.status < 400 && !options_.redirects_are_answers)
    co_return http_fail(http_error::redirect, redirect_text(answer, options_.peer));
  co_return answer;
}

bool http_connection::is_quiet() {
  char byte = 0;
  return ::recv(stream_.socket().native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 &&
         errno == EAGAIN;
}

}  // namespace ironbus
