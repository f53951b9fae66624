#pragma once

#include "gateways/http/transport/message.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::http {

// What web pages of other origins may do. A page's own origin is SCHEME://HOST[:PORT].

/// Whether a text may stand in api.cors_allowed_origins: an origin, or "*" for all.
bool is_origin(std::string_view text);

/// The answer to a browser that asks what a page may send (a preflight); unset if the request is
/// none, or no origin is allowed at all.
std::optional<response> answer_preflight(const request& request,
                                         const std::vector<std::string>& allowed);

/// Lets the page read the answer, if its origin is allowed.
void add_cors_headers(response& out, const request& request,
                      const std::vector<std::string>& allowed);

/// Whether a browser says that a foreign page wants to change something. Some requests a browser
/// sends for any page without asking first, with the passwords it remembers.
bool is_forged(const request& x, const std::vector<std::string>& allowed);

/// Whether the page that asks for a WebSocket, if it is one, may have it. A browser connects any
/// page with the passwords it remembers and lets it read what comes, so with passwords "*" allows
/// nobody. `own`: addresses of this service, which a page of its own may have come from.
bool may_have_web_socket(const request& asked, const std::vector<std::string>& own,
                         const std::vector<std::string>& allowed, bool with_passwords);

}  // namespace ironbus::http
