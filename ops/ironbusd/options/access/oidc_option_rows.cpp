// The rows of the section `oidc`.

#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"

namespace ironbus::daemon {

using namespace std::chrono_literals;

namespace {

option oidc_row(std::string name, field where, std::string description, limits allowed = {}) {
  return {"oidc", std::move(name), std::move(where), std::move(description), std::move(allowed)};
}

}  // namespace

std::vector<option> oidc_option_rows() {
  return {
      oidc_row("issuer", member_option([](auto& x) -> auto& { return x.api.oidc.issuer; }),
               "URL of the provider, as its tokens name it in `iss`: https, or http for a "
               "loopback address. Its keys are found below it by discovery."),
      oidc_row("audience", member_option([](auto& x) -> auto& { return x.api.oidc.audience; }),
               "Name of this service in the claim `aud` of tokens. Other tokens are refused."),
      oidc_row("mapping_file",
               member_option([](auto& x) -> auto& { return x.api.oidc.mapping_file; }),
               "YAML file of rows that give roles and a scope by claims; see "
               "docs/how-to/use_openid_connect.md. Reloaded when it changes."),
      oidc_row("user_claim", member_option([](auto& x) -> auto& { return x.api.oidc.user_claim; }),
               "Claim with the user's name, for the history and the log. A token without it gets "
               "the name in `sub`.",
               not_empty()),
      oidc_row("clock_skew", member_option([](auto& x) -> auto& { return x.api.oidc.clock_skew; }),
               "Tolerated difference between the clocks of provider and gateway.",
               within(0s, 10min)),
      oidc_row("jwks_cache_time",
               member_option([](auto& x) -> auto& { return x.api.oidc.jwks_cache_time; }),
               "How long the provider's keys are used before they are fetched again. An unknown "
               "key id fetches them earlier, at most once in 10 seconds.",
               within(10s, 24h)),
      oidc_row("cafile", member_option([](auto& x) -> auto& { return x.api.oidc.cafile; }),
               "Certificate authorities of the provider, a file or a folder in PEM. Empty: those "
               "of the system."),
      oidc_row("client_id", member_option([](auto& x) -> auto& { return x.api.oidc.client_id; }),
               "Id of the public client that the fleet page uses to log users in. Empty: the page "
               "offers no login by the provider."),
      oidc_row("scopes", member_option([](auto& x) -> auto& { return x.api.oidc.scopes; }),
               "Scopes that the fleet page requests from the provider."),
  };
}

}  // namespace ironbus::daemon
