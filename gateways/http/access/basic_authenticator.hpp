#pragma once

#include "gateways/http/access/access_files.hpp"
#include "gateways/http/access/authenticator.hpp"
#include "gateways/http/access/basic_auth.hpp"
#include "gateways/http/access/reread_file.hpp"

namespace ironbus::http {

/// Users and passwords by HTTP Basic (RFC 7617).
class basic_authenticator final : public authenticator {
public:
  static constexpr std::string_view method = "http_basic";

  /// `roles_file`: see parse_user_roles(); empty: the policy does not limit these users.
  basic_authenticator(basic_auth_options options, const std::string& roles_file);

  std::string_view name() const override { return method; }
  std::string challenge() const override { return "Basic realm=\"Baremetal API\""; }
  std::string_view wanted() const override { return "user and password by HTTP Basic"; }
  result<std::monostate> start() override;
  void stop() override { passwords_.stop(); }
  void look() override;
  bool applies_to(const request& asked) const override;
  std::optional<sign_in_answer> known(const request& asked) override;
  void identify(const request& asked, callback done) override;
  /// The roles of now. Refused once the user is removed or has another password.
  std::optional<sign_in_answer> renewed(const proved_user& earlier) override;
  std::chrono::seconds session_max() const override { return std::chrono::seconds::max(); }

private:
  sign_in_answer accept(const std::string& user);

  basic_auth passwords_;
  std::optional<reread_file<user_roles>> roles_;
};

}  // namespace ironbus::http
