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

/// Address of an HTTP server.
struct http_endpoint {
  bool secure = false;  ///< https.
  std::string host;     ///< A name, or an address without brackets.
  uint16_t port = 0;

  bool operator==(const http_endpoint&) const = default;
};

/// "bmc.example.org:443", "[2001:db8::1]:443".
std::string authority_of(const http_endpoint& endpoint);

enum class http_method : uint8_t { get, post, patch, put, remove, count_ };

/// Whether sending a request twice has the same effect as sending it once (RFC 9110, §9.2.2).
bool is_idempotent(http_method method);

/// Names are case-insensitive.
using http_headers = std::vector<std::pair<std::string, std::string>>;

struct http_request {
  explicit http_request(permit leave) : allowed{std::move(leave)} {}

  permit allowed;  ///< Checked before each sending.
  http_endpoint server;
  http_method method = http_method::get;
  std::string target;  ///< Path and query, starting with a slash.
  /// In addition to the headers that the client sets: Host, User-Agent, Connection, Content-Length.
  http_headers headers;
  std::string body;
  tls_trust trust;  ///< How to verify the server; https only.
  /// Time limit of the exchange, if earlier than the client's own limit.
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  /// False: a success counts even if its body is cut off.
  bool needs_body = true;
};

struct http_response {
  unsigned status = 0;
  http_headers headers;
  std::string body;
  bool cut = false;  ///< The body is incomplete.

  /// The first header of that name; empty: none.
  std::string_view header(std::string_view name) const;
};

/// The pause that the server requests (Retry-After), at most a day. 0: none, or a date.
std::chrono::seconds retry_after_of(const http_response& answer);

/// Failures, by the state of the request.
enum class http_error : uint8_t {
  refused,      ///< Not sent: permit, address, trust or request is invalid.
  unreachable,  ///< Not sent: the name cannot be resolved, or no connection.
  tls,          ///< Not sent: the TLS handshake failed.
  busy,         ///< Not sent: the server's queue is full.
  timeout,      ///< Sent at least in part, no complete response in time: it may have taken effect.
  broken_off,   ///< The same, because the connection was lost.
  redirect,     ///< The response is a redirect, which is not followed.
  too_large,    ///< The response is larger than the limit.
  protocol,     ///< The response is not valid HTTP.
  count_
};

/// The message is for the operator. It contains neither headers nor bodies, so no secret.
struct http_failure {
  http_error why = http_error::protocol;
  std::string message;
};

using http_result = tl::expected<http_response, http_failure>;

/// Sends a request and returns the response: http_client::exchange or a replacement in tests.
using http_exchange = std::function<boost::asio::awaitable<http_result>(http_request)>;

tl::unexpected<http_failure> http_fail(http_error why, std::string message);

/// Converts to a failure without HTTP details: `unavailable` (unreachable, tls, busy), `timeout`
/// (timeout, broken_off), `invalid`.
failure as_failure(http_failure failed);

/// Reason why a request is malformed, or empty: a target with blanks or without a slash, an invalid
/// header, or one that the client sets. Does not quote values.
std::string unsendable(const http_request& request);

}  // namespace ironbus
