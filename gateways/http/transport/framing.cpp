#include "gateways/http/transport/framing.hpp"

#include <boost/algorithm/string/predicate.hpp>

#include <algorithm>

namespace ironbus::http {

namespace {

constexpr unsigned http_1_1 = 11;

bool is_length(std::string_view text) {
  constexpr size_t digits_max = 18;  // Fits into a 64-bit number.
  return !text.empty() && text.size() <= digits_max &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::optional<std::string> framing_fault(const request& head, unsigned version) {
  const auto hosts = header_lines(head.headers, "Host");
  if (hosts.size() > 1) return "it has several Host headers";
  if (hosts.empty() && version >= http_1_1) return "it has no Host header";
  const auto codings = header_lines(head.headers, "Transfer-Encoding");
  const auto lengths = header_lines(head.headers, "Content-Length");
  if (lengths.size() > 1) return "it has several Content-Length headers";
  if (!lengths.empty() && !is_length(lengths[0])) return "its Content-Length is not a number";
  if (codings.empty()) return std::nullopt;
  if (!lengths.empty()) return "it has both Transfer-Encoding and Content-Length";
  if (version < http_1_1) return "HTTP/1.0 does not allow Transfer-Encoding";
  if (codings.size() > 1 || !boost::iequals(codings[0], "chunked"))
    return "its Transfer-Encoding is not supported; allowed: chunked";
  return std::nullopt;
}

}  // namespace ironbus::http
