#include "gateways/http/api/base_url.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

/// The entry of the proxy nearest to the client, if several proxies have added to the header.
std::string_view first_of(std::string_view list) {
  list = list.substr(0, list.find(','));
  while (list.ends_with(' ')) list.remove_suffix(1);
  return list;
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
    const auto said = first_of(request.header("X-Forwarded-Proto"));
    if (said == "http" || said == "https") scheme = said;
    const auto through = first_of(request.header("X-Forwarded-Host"));
    if (is_authority(through)) host = through;
    const auto below = first_of(request.header("X-Forwarded-Prefix"));
    if (is_prefix(below)) prefix = below;
  }
  while (prefix.ends_with('/')) prefix.remove_suffix(1);
  std::string out{scheme};
  return out.append("://").append(is_authority(host) ? host : "localhost").append(prefix);
}

}  // namespace ironbus::http
