#pragma once

#include "gateways/http/access/authenticator.hpp"
#include "gateways/http/access/keystone/token_checks.hpp"

namespace ironbus::http {

/// Tokens of OpenStack's Keystone in the header X-Auth-Token. Reads no other header that names an
/// identity, so a client cannot send its own roles or project.
class keystone_authenticator final : public authenticator {
public:
  static constexpr std::string_view method = "keystone";

  keystone_authenticator(keystone_options options, std::unique_ptr<web_client> web);

  std::string_view name() const override { return method; }
  std::string challenge() const override;
  std::string_view wanted() const override { return "a token of Keystone in X-Auth-Token"; }
  std::string refusal_body(unsigned status) const override;
  result<std::monostate> start() override;
  void stop() override;
  bool applies_to(const request& asked) const override;
  std::optional<sign_in_answer> known(const request& asked) override;
  void identify(const request& asked, callback done) override;

private:
  /// What of a request decides.
  struct sent_tokens {
    token_question user;
    std::string service;  ///< The token of a service that acts for the user; empty: none.
    std::string method;
    std::string target;
  };

  static sent_tokens read(const request& asked);
  bool is_service(const validated_token& token) const;
  /// The answer that the service's token gives; unset: the user's token decides.
  std::optional<refused_user> judge_service(const token_check& found) const;
  sign_in_answer judge_user(const sent_tokens& sent, const token_check& found) const;
  void check_user(const sent_tokens& sent, const callback& done);

  const keystone_options options_;
  std::unique_ptr<web_client> web_;  ///< Null after stop().
  token_validator validator_;
  token_checks checks_;
};

}  // namespace ironbus::http
