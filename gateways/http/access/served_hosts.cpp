#include "gateways/http/access/served_hosts.hpp"

#include "gateways/http/transport/forwarded.hpp"
#include "messages/base/text.hpp"
#include "messages/platform/http_url.hpp"
#include "messages/platform/network.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

constexpr size_t host_name_bytes_max = 253;

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '-' || c == '_';
}

bool is_port(std::string_view text) {
  return text.size() <= 5 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// The host without port, brackets and the dot of a full name; empty if the text has another form.
std::string_view host_in(std::string_view authority) {
  std::string_view host;
  if (authority.starts_with('[')) {
    const auto end = authority.find(']');
    if (end == std::string_view::npos) return {};
    host = authority.substr(1, end - 1);
    authority.remove_prefix(end + 1);
    if (host.find(':') == std::string_view::npos) return {};  // Brackets are for IPv6.
  } else {
    host = authority.substr(0, authority.find(':'));
    authority.remove_prefix(host.size());
    if (host.ends_with('.')) host.remove_suffix(1);
  }
  if (authority.empty()) return host;
  return authority.front() == ':' && is_port(authority.substr(1)) ? host : std::string_view{};
}

}  // namespace

bool is_allowed_host_entry(std::string_view text) {
  if (text == "*") return true;
  const auto name = text.starts_with('.') ? text.substr(1) : text;
  return !name.empty() && name.size() <= host_name_bytes_max && !name.starts_with('.') &&
         !name.ends_with('.') && std::all_of(name.begin(), name.end(), is_name_character);
}

bool serves_host(std::string_view authority, const std::vector<std::string>& own,
                 const std::vector<std::string>& allowed) {
  if (std::find(allowed.begin(), allowed.end(), "*") != allowed.end()) return true;
  const auto host = host_in(authority);
  return parse_ip(host) || lower(host) == "localhost" || is_host_among(host, own) ||
         is_host_among(host, allowed);
}

std::string_view foreign_host(const request& asked, bool proxy_headers,
                              const std::vector<std::string>& own,
                              const std::vector<std::string>& allowed) {
  const auto is_foreign = [&](std::string_view host) {
    return !host.empty() && !serves_host(host, own, allowed);
  };
  if (const auto host = asked.header("Host"); is_foreign(host)) return host;
  if (!proxy_headers) return {};
  const auto forwarded = forwarded_place_in(asked.headers).host;
  return is_foreign(forwarded) ? forwarded : std::string_view{};
}

}  // namespace ironbus::http
