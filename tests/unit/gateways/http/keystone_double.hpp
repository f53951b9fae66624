#pragma once

#include "messages/base/json.hpp"
#include "messages/base/time.hpp"
#include "messages/ports/web_client.hpp"

#include <map>
#include <mutex>
#include <vector>

namespace ironbus::test {

/// A token that the double knows.
struct double_token {
  json document;  ///< The member "token" of its validation.
  timestamp expires_at;
  bool revoked = false;
};

/// Keystone 22 as a web client sees it. It refuses what the real one refuses, with its texts.
/// Thread safe.
class keystone_double {
public:
  static constexpr const char* url = "http://keystone.test:5000";
  static constexpr const char* internal_url = "http://internal.test:5000/v3/";

  /// The client for the code under test. The double must outlive it.
  std::unique_ptr<web_client> client();

  /// Makes a token valid: of this user, project and roles, with these further members.
  void issue(const std::string& token, const std::string& user, const std::string& project,
             const std::vector<std::string>& roles, const json& other = json::object(),
             std::chrono::seconds lifetime = std::chrono::hours{1});
  void revoke(const std::string& token);
  void revoke_own_tokens();

  // Set before use.
  std::string password = "s3cret";   ///< Of the user ironic.
  std::string own_role = "service";  ///< Of the same.
  std::chrono::seconds own_lifetime{3600};
  std::chrono::hours allowed_after_expiry{48};  ///< [token] allow_expired_window

  void set_away(bool away);
  /// Keeps the answers until release().
  void hold();
  void release();

  size_t logins() const;
  size_t validations() const;
  std::vector<web_request> requests() const;

private:
  class fake_client;

  void send(const web_request& asked, web_client::callback done);
  result<web_answer> answer(const web_request& asked);
  web_answer log_in(const web_request& asked);
  web_answer validate(const web_request& asked);

  mutable std::mutex mutex_;
  std::map<std::string, double_token> tokens_;
  std::map<std::string, double_token> own_;
  std::vector<web_request> requests_;
  std::vector<std::function<void()>> held_;
  bool holding_ = false;
  bool away_ = false;
  size_t logins_ = 0;
  size_t validations_ = 0;
};

}  // namespace ironbus::test
