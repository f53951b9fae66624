#pragma once

#include "gateways/http/transport/message.hpp"
#include "messages/rights/identity.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus::http {

/// A sign-in of the fleet page. The browser keeps it in a sealed cookie; the service keeps nothing.
struct page_session {
  std::string id;          ///< Random.
  std::string user;        ///< See proved_user.
  std::string method;      ///< How the user signed in: a value of api.auth_strategy.
  std::string credential;  ///< See proved_user.
  std::chrono::sys_seconds expires;
  bool is_secure = false;  ///< The browser sends it over TLS only.
  std::optional<rights::identity> who;
};

/// The text that is sealed.
std::string session_text(const page_session& one);
/// Unset: it is not such a text.
std::optional<page_session> read_session(std::string_view text);

/// The value of the session cookie that a request carries. Empty: it has none. `is_secure`: the
/// one for TLS, whose name begins with "__Host-".
std::string_view session_cookie(const request& asked, bool is_secure);

/// The value of a Set-Cookie header. The browser shows the cookie to no script and sends it for
/// pages of this service only.
std::string set_session_cookie(std::string_view value, bool is_secure, std::chrono::seconds age);

}  // namespace ironbus::http
