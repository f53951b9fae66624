#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace ironbus::http {

/// Tokens of an OpenID Connect provider (section oidc). Names are those of the options.
struct oidc_options {
  std::string issuer;                             ///< URL, as in the claim `iss`.
  std::string audience;                           ///< One of the claim `aud`.
  std::string mapping_file;                       ///< Roles by claims, see claim_mapping.hpp.
  std::string user_claim = "preferred_username";  ///< Name of the user; without it: `sub`.
  std::chrono::seconds clock_skew{60};
  std::chrono::seconds jwks_cache_time{300};  ///< How long the keys are used before a new fetch.
  std::string cafile;                         ///< Authorities in PEM; empty: those of the system.
  std::string client_id;                      ///< Of the fleet page; empty: it offers no login.
  std::vector<std::string> scopes{"openid", "profile"};  ///< That the fleet page requests.
};

}  // namespace ironbus::http
