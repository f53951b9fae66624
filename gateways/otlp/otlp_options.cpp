#include "gateways/otlp/otlp_options.hpp"

#include "messages/base/text.hpp"

#include <algorithm>
#include <charconv>

namespace ironbus::otlp {

namespace {

constexpr size_t header_bytes_max = 8192;
constexpr uint16_t default_port = 4318;
constexpr std::string_view traces_path = "/v1/traces";

bool is_token(std::string_view text) {
  static constexpr std::string_view others = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || others.find(static_cast<char>(c)) != std::string_view::npos;
  });
}

bool is_header_value(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return c >= ' ' && c <= '~'; });
}

/// Whether the request sets this header itself.
bool is_ours(std::string_view name) {
  static constexpr std::array<std::string_view, 6> names{
      "host", "content-type", "content-length", "connection", "transfer-encoding", "user-agent"};
  return std::find(names.begin(), names.end(), lower(name)) != names.end();
}

result<std::pair<std::string, std::string>> read_header(std::string_view text, size_t number) {
  const auto which = "the " + std::to_string(number) + ". header ";
  const auto sign = text.find('=');
  if (sign == std::string_view::npos) return fail(error_code::invalid, which + "is not NAME=VALUE");
  const auto name = trim(text.substr(0, sign));
  if (!is_token(name)) return fail(error_code::invalid, which + "has no valid name");
  if (is_ours(name))
    return fail(error_code::invalid, which + "is a header that every request sets itself");
  const auto value = percent_decode(trim(text.substr(sign + 1)));
  if (!value || !is_header_value(*value) || value->size() > header_bytes_max)
    return fail(error_code::invalid,
                which + "has no valid value; allowed: printable ASCII, others as %XX");
  return std::pair{std::string{name}, *value};
}

}  // namespace

result<header_list> read_headers(const std::string& text) {
  header_list out;
  for (size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find(',', begin), text.size());
    auto header = read_header(std::string_view{text}.substr(begin, end - begin), out.size() + 1);
    if (!header) return tl::unexpected(header.error());
    out.push_back(std::move(*header));
    begin = end + 1;
  }
  return out;
}

std::optional<double> read_ratio(std::string_view text) {
  double out = 0;
  const auto* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, out, std::chars_format::fixed);
  if (error != std::errc{} || end != last || !(out >= 0 && out <= 1)) return std::nullopt;
  return out;
}

result<http_url> traces_url(const std::string& endpoint) {
  auto out = parse_http_url(endpoint, default_port);
  if (!out) return out;
  while (out->path.ends_with('/')) out->path.pop_back();
  if (!out->path.ends_with(traces_path)) out->path += traces_path;
  return out;
}

}  // namespace ironbus::otlp
