#pragma once

#include "gateways/http/access/authenticator.hpp"
#include "gateways/http/access/oidc/claim_mapping.hpp"
#include "gateways/http/access/oidc/oidc_options.hpp"
#include "gateways/http/access/oidc/provider.hpp"
#include "gateways/http/access/oidc/token_claims.hpp"
#include "gateways/http/access/oidc/verified_tokens.hpp"
#include "gateways/http/access/reread_file.hpp"

namespace ironbus::http {

/// Tokens of an OpenID Connect provider: `Authorization: Bearer JWT` (RFC 6750, 7519). Each request
/// checks the times of the claims, the provider's present keys and the present mapping.
class oidc_authenticator final : public authenticator {
public:
  static constexpr std::string_view method = "oidc";

  /// `time` must outlive the authenticator.
  oidc_authenticator(oidc_options options, const web_client_factory& make_client,
                     const ironbus::clock& time);

  std::string_view name() const override { return method; }
  std::string challenge() const override { return "Bearer realm=\"Baremetal API\""; }
  std::string_view wanted() const override { return "a token of the OpenID provider as Bearer"; }
  result<std::monostate> start() override;
  void stop() override { provider_.stop(); }
  void look() override;
  /// Whether it is a Bearer with a dot, as all JWTs and no tokens of ironbus have.
  bool applies_to(const request& asked) const override;
  std::optional<sign_in_answer> known(const request& asked) override;
  void identify(const request& asked, callback done) override;
  json offer() const override;
  std::vector<std::string> page_origins() const override;

private:
  /// Unset: the key is unknown.
  std::optional<sign_in_answer> decide(std::string_view token);
  /// The answer if no newer keys are available.
  sign_in_answer decide_now(std::string_view token);
  sign_in_answer accept(const json& claims) const;

  const oidc_options options_;
  const wanted_claims wanted_;
  const ironbus::clock& time_;
  reread_file<claim_mapping> mapping_;
  verified_tokens verified_;
  oidc_provider provider_;  ///< Last: destroyed first, because its callbacks use the others.
};

}  // namespace ironbus::http
