#pragma once

#include "messages/base/time.hpp"
#include "messages/rights/identity.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::http {

/// One permission of an application credential.
struct access_rule {
  std::string service;  ///< Type of the service, such as "baremetal".
  std::string method;
  std::string path;  ///< May have wildcards, see matches_path().
};

/// A token that Keystone has found valid.
struct validated_token {
  rights::identity who;
  timestamp expires_at;
  /// The only permitted requests. Unset: all.
  std::optional<std::vector<access_rule>> access_rules{};
};

/// Reads Keystone's answer to a validation. `invalid` names what is missing.
result<validated_token> parse_validated_token(std::string_view body);

/// What an answer to a login says beside the token.
struct issued_token {
  timestamp expires_at;
  std::string identity_url;  ///< Of the identity service.
};

/// Which endpoint of the catalog is used.
struct endpoint_choice {
  std::string interface;
  std::string region;  ///< Empty: any.
};

/// Reads Keystone's answer to a login. `invalid` names what is missing.
result<issued_token> parse_issued_token(std::string_view body, const endpoint_choice& wanted);

}  // namespace ironbus::http
