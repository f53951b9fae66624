#pragma once

#include "gateways/http/access/keystone/service_login.hpp"
#include "gateways/http/access/keystone/token_document.hpp"

namespace ironbus::http {

/// Why there is no valid token.
enum class token_refusal : uint8_t {
  invalid,     ///< Keystone does not know the token, or it has expired.
  unavailable  ///< Keystone is away or refuses this service.
};

using token_ptr = std::shared_ptr<const validated_token>;
using token_check = tl::expected<token_ptr, token_refusal>;

/// A token to check.
struct token_question {
  std::string token;
  /// A token that has expired within Keystone's allow_expired_window is valid as well.
  bool allow_expired = false;
};

/// Asks Keystone about tokens, by GET /v3/auth/tokens. Thread safe.
class token_validator {
public:
  using callback = std::function<void(token_check)>;

  /// `web` must outlive its requests: destroy it first.
  token_validator(keystone_options options, web_client& web);
  token_validator(const token_validator&) = delete;
  token_validator& operator=(const token_validator&) = delete;

  /// Calls `done` once, on the caller's thread or one of the client.
  void validate(token_question asked, callback done);
  /// Logs in before the first request needs it, so that the log shows wrong options at once.
  void warm_up();

private:
  /// `again`: renew the service's own token if Keystone refuses it.
  void send(const token_question& asked, const service_login::access_ptr& access, bool again,
            callback done);
  void read(const token_question& asked, const service_login::access_ptr& access, bool again,
            const result<web_answer>& got, const callback& done);

  const keystone_options options_;
  web_client& web_;
  service_login login_;
};

}  // namespace ironbus::http
