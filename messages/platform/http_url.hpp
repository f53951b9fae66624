#pragma once

#include "messages/base/errors.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// An address of an HTTP server, such as an agent or an operator gives, taken apart.
struct http_url {
  bool secure = false;  ///< https.
  std::string host;     ///< A name, or an address without brackets.
  uint16_t port = 0;
  std::string path;  ///< From its slash on, escaped as given; "" if there is none.
};

/// Strict (RFC 3986): http or https, a host, no credentials, no query, no fragment, at most 2048
/// characters; IP addresses only in their usual form. `invalid` says which is wrong, without a
/// point at its end, and quotes nothing. `default_port` 0: that of the scheme.
result<http_url> parse_http_url(std::string_view text, uint16_t default_port = 0);

/// As parse_http_url, but a query is let through and ends `path`: an address for a single use may
/// have its secret there.
result<http_url> parse_http_url_with_query(std::string_view text);

/// Where a Location header leads from `base`: an http or https URL, or a path of the same server.
/// `invalid` as parse_http_url.
result<http_url> follow_location(const http_url& base, std::string_view location);

/// Whether a host is named by one of these: itself, or ".example.org" for all below; in any case.
bool is_host_among(std::string_view host, const std::vector<std::string>& names);

/// As the Host header says it: an IPv6 address in brackets.
std::string authority_of(std::string_view host, uint16_t port);

/// The scheme, host and path of a Location header, cut to a readable length: queries and users may
/// be secrets. Empty: it is no URL.
std::string shown_location(std::string_view text);

}  // namespace ironbus
