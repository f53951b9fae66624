#pragma once

#include "drivers/kit/http/tls_trust.hpp"
#include "drivers/port/permit.hpp"
#include "messages/base/errors.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ironbus {

/// Where an HTTP server listens.
struct http_endpoint {
  bool secure = false;  ///< https.
  std::string host;     ///< A name, or an address without brackets.
  uint16_t port = 0;

  bool operator==(const http_endpoint&) const = default;
};

/// "bmc.example.org:443", "[2001:db8::1]:443".
std::string authority_of(const http_endpoint& endpoint);

enum class http_method : uint8_t { get, post, patch, put, remove, count_ };

/// Whether a request that is sent twice does what it does once (RFC 9110, §9.2.2).
bool is_idempotent(http_method method);

/// Names are compared whatever their case.
using http_headers = std::vector<std::pair<std::string, std::string>>;

struct http_request {
  explicit http_request(permit leave) : allowed{std::move(leave)} {}

  permit allowed;  ///< Asked before each time it is sent.
  http_endpoint server;
  http_method method = http_method::get;
  std::string target;  ///< Path and query, from its slash on.
  /// Besides those that frame a request, which the client sets: Host, User-Agent, Connection,
  /// Content-Length.
  http_headers headers;
  std::string body;
  tls_trust trust;  ///< What the server is believed by; only of https.
  /// There is an answer by then, or a failure, where the client's own limit is not sooner.
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
};

struct http_response {
  unsigned status = 0;
  http_headers headers;
  std::string body;

  /// The first one of that name; empty: none.
  std::string_view header(std::string_view name) const;
};

/// How long the server asks to wait (Retry-After), a day at most; 0: it says none, or a date.
std::chrono::seconds retry_after_of(const http_response& answer);

/// Why there is no answer, classed by what has become of the request.
enum class http_error : uint8_t {
  refused,  ///< Not sent: its permit, its address, its trust or itself is one that nothing goes by.
  unreachable,  ///< Not sent: the server was not found, or takes no connection.
  tls,          ///< Not sent: the server did not prove who it is.
  busy,         ///< Not sent: too many others wait for the same server.
  timeout,      ///< Sent or half sent, and no whole answer in time: it may have been done.
  broken_off,   ///< The same, because the connection was lost.
  redirect,     ///< Answered with a redirect, and those are not followed.
  too_large,    ///< Answered with more than is read.
  protocol,     ///< Answered with what is no HTTP.
  count_
};

/// A sentence for the operator; it holds neither headers nor bodies, so no secret of ours.
struct http_failure {
  http_error why = http_error::protocol;
  std::string message;
};

using http_result = tl::expected<http_response, http_failure>;

/// Sends a request and gives the answer: http_client::exchange, or what stands for a network.
using http_exchange = std::function<boost::asio::awaitable<http_result>(http_request)>;

tl::unexpected<http_failure> http_fail(http_error why, std::string message);

/// The same failure for those who do not care for HTTP: `unavailable` (unreachable, tls, busy),
/// `timeout` (timeout, broken_off), `invalid`.
failure as_failure(http_failure failed);

/// What must not be put into a request, if there is something: a target with blanks or without a
/// slash, a header that is none or that frames the request. Values are not quoted.
std::string unsendable(const http_request& request);

}  // namespace ironbus
