#pragma once

#include "gateways/http/transport/message.hpp"
#include "messages/base/errors.hpp"
#include "messages/base/json.hpp"
#include "messages/rights/identity.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ironbus::http {

/// The proved sender of a request.
struct proved_user {
  std::string name;         ///< For the history, the log and texts. Not empty.
  std::string_view method;  ///< The name of the authenticator.
  /// Roles and scope. Unset: the policy does not limit the user.
  std::optional<rights::identity> who{};
  /// Names the credential, for sessions that end with it. Never the credential itself.
  std::string credential{};
};

/// Why a sender is refused.
struct refused_user {
  unsigned status = 401;  ///< Or 400, 403, 429, 503.
  std::string text;
  unsigned retry_after = 0;  ///< Seconds until a retry makes sense; 0: unknown.
};

using sign_in_answer = tl::expected<proved_user, refused_user>;

/// One way to prove who sent a request, such as passwords or tokens. Thread safe.
class authenticator {
public:
  using callback = std::function<void(sign_in_answer)>;

  virtual ~authenticator() = default;

  /// A value of api.auth_strategy.
  virtual std::string_view name() const = 0;
  /// The value of a WWW-Authenticate header; empty: none.
  virtual std::string challenge() const = 0;
  /// What to send, for the answer 401: "user and password by HTTP Basic"; empty: nothing to name.
  virtual std::string_view wanted() const = 0;
  /// The body of a refusal, in the form that clients of this way expect. Empty: the form of the
  /// API.
  virtual std::string refusal_body(unsigned /*status*/) const { return {}; }

  /// Reads files and starts threads. `invalid` names the option: "api.x: reason".
  virtual result<std::monostate> start() = 0;
  /// Stops threads and drops waiting requests. Idempotent.
  virtual void stop() {}
  /// Reads changed files. Called several times a second on a server thread.
  virtual void look() {}

  /// Whether the request carries credentials of this kind, right or wrong.
  virtual bool applies_to(const request& asked) const = 0;
  /// The answer, if it is known without waiting. Does not block.
  virtual std::optional<sign_in_answer> known(const request& asked) = 0;
  /// Asked if known() has no answer. Calls `done` once, on any thread; may drop it after stop().
  virtual void identify(const request& asked, callback done) = 0;

  /// Who a user is now that proved it this way earlier, for the requests of a session; an error if
  /// that proof is no longer accepted. Unset: renew() answers. Does not block.
  virtual std::optional<sign_in_answer> renewed(const proved_user& earlier) { return earlier; }
  /// The longest session after one proof. Short unless renewed() knows of later changes, because
  /// until then the user keeps the roles of the sign-in.
  virtual std::chrono::seconds session_max() const { return std::chrono::hours{1}; }
  /// Asked if renewed() has no answer. Calls `done` as identify() does.
  virtual void renew(const proved_user& earlier, callback done) { done(earlier); }

  /// What a web page must know to sign users in by another server; null: nothing.
  virtual json offer() const { return nullptr; }
  /// The origins of that server, which the page's content policy must allow.
  virtual std::vector<std::string> page_origins() const { return {}; }
};

}  // namespace ironbus::http
