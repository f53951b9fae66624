#pragma once

#include "gateways/http/transport/message.hpp"

#include <string>
#include <string_view>

namespace ironbus::http {

/// Where the client reached the service.
struct base_options {
  std::string_view public_endpoint;  ///< Overrides the others if set.
  bool secure = false;               ///< The client's connection uses TLS.
  bool proxy_headers = false;        ///< A trusted proxy has sent the request, see forwarded.hpp.
};

/// Scheme, authority and optional prefix for links, without a trailing slash. Skips headers that
/// are not valid in a URL.
std::string base_url(const request& request, const base_options& how);

/// HOST or HOST:PORT, valid in a URL without escapes.
bool is_authority(std::string_view text);

}  // namespace ironbus::http
