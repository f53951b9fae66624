#pragma once

#include "gateways/http/access/authenticator.hpp"
#include "gateways/http/access/session/revoked_sessions.hpp"
#include "gateways/http/access/session/session.hpp"
#include "gateways/http/access/session/session_seal.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace ironbus::http {

/// The header with the session's proof against forged requests.
inline constexpr std::string_view forgery_header = "X-Ironbus-CSRF-Token";

struct session_options {
  /// The same for all gateways of an installation; at least 32 bytes.
  std::string secret;
  std::chrono::seconds lifetime = std::chrono::hours{8};
  std::function<std::chrono::sys_seconds()> now = [] {
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  };
};

/// A new session, as its answer needs it.
struct begun_session {
  page_session content;
  std::string cookie;         ///< The value of Set-Cookie.
  std::string forgery_token;  ///< To be sent in forgery_header.
};

/// Sign-in by a session cookie, after one proof by another way. Each request asks that way
/// who the user is now, so a user who lost rights cannot use them. The user's method stays that
/// way: what it may not do, its sessions may not do either.
class session_authenticator final : public authenticator {
public:
  static constexpr std::string_view method = "session";

  /// `ways`: the other ways to sign in; they must outlive this object.
  session_authenticator(session_options options, std::vector<authenticator*> ways);

  std::string_view name() const override { return method; }
  /// Nothing: a browser cannot ask its user for a cookie.
  std::string challenge() const override { return {}; }
  std::string_view wanted() const override { return {}; }
  result<std::monostate> start() override { return {}; }
  bool applies_to(const request& asked) const override;
  std::optional<sign_in_answer> known(const request& asked) override;
  void identify(const request& asked, callback done) override;

  /// `invalid`: the user's identity does not fit into a cookie.
  result<begun_session> begin(const proved_user& user, bool is_secure) const;
  /// The session of a request; unset: it has none that is valid.
  std::optional<page_session> session_of(const request& asked) const;
  std::string forgery_token(const page_session& x) const { return seal_.forgery_token(x.id); }
  /// Ends the session in this process. Returns the value of Set-Cookie that deletes the cookie.
  std::string end(const page_session& x);

private:
  struct renewal {
    proved_user earlier;
    authenticator* way = nullptr;
  };

  tl::expected<renewal, refused_user> read(const request& asked) const;
  authenticator* way_named(std::string_view name) const;

  const session_options options_;
  const std::vector<authenticator*> ways_;
  const session_seal seal_;
  revoked_sessions revoked_;
};

}  // namespace ironbus::http
