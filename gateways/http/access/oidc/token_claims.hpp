#pragma once

#include "messages/base/json.hpp"
#include "messages/base/time.hpp"

#include <chrono>
#include <string>

namespace ironbus::http {

/// What the claims of a token must say.
struct wanted_claims {
  std::string issuer;
  std::string audience;
  std::chrono::seconds clock_skew{60};  ///< Tolerated difference between the clocks.
};

/// Checks iss, aud, sub, exp, nbf and iat (RFC 7519, 4.1); exp and sub are required. Returns the
/// end of the token's use: exp and the clock skew. `invalid` names the claim.
result<timestamp> check_claims(const json& claims, const wanted_claims& wanted, timestamp now);

/// The value of the claim if it is a text that can name a user: 1 to 255 bytes, no control
/// characters. Otherwise empty.
std::string naming_claim(const json& claims, const std::string& name);

}  // namespace ironbus::http
