#pragma once

#include "gateways/http/access/authenticator.hpp"
#include "gateways/http/access/client_certificate/certificate_users.hpp"
#include "gateways/http/access/reread_file.hpp"

namespace ironbus::http {

/// Users by their client certificates, which the server has verified in the TLS handshake.
class certificate_authenticator final : public authenticator {
public:
  static constexpr std::string_view method = "client_certificate";

  /// `users_file`: see certificate_users.
  explicit certificate_authenticator(std::string users_file)
      : users_(std::move(users_file), certificate_users::read) {}

  std::string_view name() const override { return method; }
  /// Empty, because HTTP has no scheme for certificates.
  std::string challenge() const override { return {}; }
  std::string_view wanted() const override { return "a client certificate by TLS"; }
  result<std::monostate> start() override;
  void look() override { users_.look(); }
  bool applies_to(const request& asked) const override;
  std::optional<sign_in_answer> known(const request& asked) override;
  void identify(const request& asked, callback done) override;

private:
  sign_in_answer judge(const request& asked) const;

  reread_file<certificate_users> users_;
};

}  // namespace ironbus::http
