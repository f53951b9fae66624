#pragma once

#include "messages/base/errors.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// The parsed address of an HTTP server, as an agent or an operator gives it.
struct http_url {
  bool secure = false;  ///< https.
  std::string host;     ///< A name, or an address without brackets.
  uint16_t port = 0;
  std::string path;  ///< From the slash on, with its escapes; "" if there is no path.
};

/// Parses strictly (RFC 3986): http or https, a host, no credentials, no query, no fragment, at
/// most 2048 characters, IP addresses only in their usual form. `invalid` names the broken rule,
/// without a full stop and without quoting the text. `default_port` 0: the port of the scheme.
result<http_url> parse_http_url(std::string_view text, uint16_t default_port = 0);

/// Like parse_http_url, but allows a query and appends it to `path`: a single-use address may have
/// its secret there.
result<http_url> parse_http_url_with_query(std::string_view text);

/// The target of a Location header relative to `base`: an http or https URL, or a path of the same
/// server. `invalid` as parse_http_url.
result<http_url> follow_location(const http_url& base, std::string_view location);

/// Whether the list contains the host, in any case; ".example.org" matches all subdomains.
bool is_host_among(std::string_view host, const std::vector<std::string>& names);

/// The form of the Host header: an IPv6 address in brackets.
std::string authority_of(std::string_view host, uint16_t port);

/// Scheme, host and path of a Location header, cut to a readable length. Without query and user,
/// which may be secrets. Empty: not a URL.
std::string shown_location(std::string_view text);

}  // namespace ironbus
