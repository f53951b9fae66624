#include "gateways/http/api/base_url.hpp"

#include "gateways/http/transport/forwarded.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

bool is_prefix(std::string_view text) {
  return text.starts_with('/') && !text.starts_with("//") &&
         std::all_of(text.begin(), text.end(), [](char c) { return c == '/' || is_plain(c); });
}

}  // namespace

bool is_authority(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return is_plain(c) || c == ':' || c == '[' || c == ']';
  });
}

std::string base_url(const request& request, const base_options& how) {
  if (!how.public_endpoint.empty()) return std::string{how.public_endpoint};
  std::string_view scheme = how.secure ? "https" : "http";
  std::string_view host = request.header("Host");
  std::string_view prefix;
  if (how.proxy_headers) {
    const auto named = forwarded_place_in(request.headers);
    if (named.scheme == "http" || named.scheme == "https") scheme = named.scheme;
    if (is_authority(named.host)) host = named.host;
    if (is_prefix(named.prefix)) prefix = named.prefix;
  }
  while (prefix.ends_with('/')) prefix.remove_suffix(1);
  std::string out{scheme};
  return out.append("://").append(is_authority(host) ? host : "localhost").append(prefix);
}

}  // namespace ironbus::http
