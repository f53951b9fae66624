#pragma once

#include "gateways/http/transport/message.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ironbus::http {

// The hosts that a request may name. A foreign web page can make its own name lead to this service
// (DNS rebinding), and the browser then treats both as one origin. Only the Host header shows it.

/// Whether a text is valid in api.allowed_hosts: a host name, ".example.org" for all its
/// subdomains, or "*" for all hosts.
bool is_allowed_host_entry(std::string_view text);

/// Whether the service answers to this Host header, HOST or HOST:PORT: an IP address, `localhost`,
/// or a name in `own` or `allowed`.
bool serves_host(std::string_view authority, const std::vector<std::string>& own,
                 const std::vector<std::string>& allowed);

/// The host that makes the request unacceptable; empty: none. HTTP/1.0 may name none, and no
/// browser sends that. `proxy_headers`: the host that a trusted proxy names counts as well.
std::string_view foreign_host(const request& asked, bool proxy_headers,
                              const std::vector<std::string>& own,
                              const std::vector<std::string>& allowed);

}  // namespace ironbus::http
