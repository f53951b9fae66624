#include "drivers/kit/http/http_message.hpp"

#include "messages/base/text.hpp"
#include "messages/platform/http_url.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace ironbus {

namespace {

constexpr size_t target_length_max = 8 * 1024;

/// Indexed by http_error.
constexpr std::array code_of_error{
    error_code::invalid,  // refused
    error_code::unavailable, error_code::unavailable, error_code::unavailable,
    error_code::timeout,  // timeout
    error_code::timeout,  // broken_off
    error_code::invalid,     error_code::invalid,     error_code::invalid,
};
static_assert(code_of_error.size() == static_cast<size_t>(http_error::count_));

constexpr std::array<std::string_view, 4> framing{"host", "connection", "content-length",
                                                  "transfer-encoding"};

bool is_header_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view{"!#$%&'*+-.^_`|~"}.find(static_cast<char>(c)) != std::string_view::npos;
  });
}

bool is_header_value(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return c == '\t' || (c >= ' ' && c != 127); });
}

bool is_target(std::string_view text) {
  return text.starts_with('/') && text.size() <= target_length_max &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return c > ' ' && c < 127 && c != '#'; });
}

}  // namespace

std::string authority_of(const http_endpoint& endpoint) {
  return authority_of(endpoint.host, endpoint.port);
}

bool is_idempotent(http_method method) {
  return method == http_method::get || method == http_method::put || method == http_method::remove;
}

std::string_view http_response::header(std::string_view name) const {
  for (const auto& [key, value] : headers)
    if (lower(key) == lower(name)) return value;
  return {};
}

std::chrono::seconds retry_after_of(const http_response& answer) {
  constexpr uint32_t longest = 24 * 3600;
  const auto text = answer.header("Retry-After");
  const auto* end = text.data() + text.size();
  uint32_t seconds = 0;
  const auto read = std::from_chars(text.data(), end, seconds);
  if (text.empty() || read.ptr != end) return {};
  if (read.ec != std::errc{}) seconds = longest;
  return std::chrono::seconds{std::min(seconds, longest)};
}

tl::unexpected<http_failure> http_fail(http_error why, std::string message) {
  return tl::unexpected<http_failure>(http_failure{why, std::move(message)});
}

failure as_failure(http_failure failed) {
  return {code_of_error[static_cast<size_t>(failed.why)], std::move(failed.message)};
}

std::string unsendable(const http_request& request) {
  if (request.server.host.empty() || request.server.port == 0)
    return "the URL has no host or no port";
  if (!is_target(request.target))
    return "the path must begin with a slash and must not contain blanks";
  for (const auto& [name, value] : request.headers) {
    if (!is_header_token(name)) return "a header name contains invalid characters";
    if (std::find(framing.begin(), framing.end(), lower(name)) != framing.end())
      return "the header " + name + " must not be set by the caller";
    if (!is_header_value(value)) return "the header " + name + " contains control characters";
  }
  return {};
}

}  // namespace ironbus
