#pragma once

#include "messages/base/errors.hpp"

#include <string>
#include <string_view>
#include <variant>

namespace ironbus::http {

/// The description that an OpenID provider publishes (OpenID Connect Discovery 1.0, 3).
struct provider_metadata {
  std::string jwks_uri;
  /// For clients that log users in; empty: unknown.
  std::string authorization_endpoint;
  std::string token_endpoint;
};

/// Whether the text is a URL that tokens may depend on: https, or http to this host. `invalid`
/// says why not, as "its scheme must be https, or http for a loopback address".
result<std::monostate> check_provider_url(std::string_view url);

/// The same for an issuer, which has no query.
result<std::monostate> check_issuer(std::string_view issuer);

/// Where the provider of an issuer publishes its description.
std::string discovery_url(const std::string& issuer);

/// Reads at most 256 KiB. `invalid` also if the description is of another issuer.
result<provider_metadata> read_provider_metadata(std::string_view text, const std::string& issuer);

/// "https://id.example.org" or "http://127.0.0.1:8080"; empty: not a URL.
std::string origin_of_url(std::string_view url);

}  // namespace ironbus::http
