#pragma once

#include "gateways/http/transport/message.hpp"

#include <string>
#include <string_view>

namespace ironbus::http {

/// Where a request has found the service.
struct base_options {
  std::string_view public_endpoint;  ///< Wins if there is one.
  bool secure = false;               ///< The server speaks TLS.
  bool proxy_headers = false;  ///< A proxy in front sets X-Forwarded-Proto, -Host and -Prefix.
};

/// Scheme, authority and maybe a prefix for links, without a slash at the end. Headers that could
/// not be part of a URL are passed over.
std::string base_url(const request& request, const base_options& how);

/// HOST or HOST:PORT, as it may stand in a URL without any escape.
bool is_authority(std::string_view text);

}  // namespace ironbus::http
