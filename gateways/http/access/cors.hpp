#pragma once

#include "gateways/http/transport/message.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::http {

// Access of web pages of other origins. The origin of a page is SCHEME://HOST[:PORT].

/// Whether a text is valid in api.cors_allowed_origins: an origin, or "*" for all.
bool is_origin(std::string_view text);

/// The answer to a preflight request of a browser. Unset if the request is not a preflight or no
/// origin is allowed.
std::optional<response> answer_preflight(const request& request,
                                         const std::vector<std::string>& allowed);

/// Allows the page to read the answer if its origin is allowed.
void add_cors_headers(response& out, const request& request,
                      const std::vector<std::string>& allowed);

/// Whether a browser sent the request for a page of another origin and the request changes
/// something. A browser sends some requests for any page without a preflight, with its stored
/// passwords. `Sec-Fetch-Site` alone does not tell: browsers send it to https and loopback only.
/// `own`: addresses of this service, for its own pages.
bool is_forged(const request& asked, const std::vector<std::string>& own,
               const std::vector<std::string>& allowed);

/// Whether a request for a WebSocket is allowed. A browser opens a WebSocket for any page, sends
/// its stored passwords and lets the page read the messages. So with passwords "*" allows no page.
/// `own`: addresses of this service, for its own pages.
bool may_have_web_socket(const request& asked, const std::vector<std::string>& own,
                         const std::vector<std::string>& allowed, bool with_passwords);

}  // namespace ironbus::http
