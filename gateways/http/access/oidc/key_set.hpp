#pragma once

#include "gateways/http/access/oidc/json_web_key.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ironbus::http {

/// The keys of an identity provider (RFC 7517, 5).
struct key_set {
  std::vector<json_web_key> keys;
  size_t ignored = 0;  ///< Keys that cannot verify tokens.

  /// The key that a token names. A token without a key id fits if only one key has its algorithm.
  /// Null: none.
  const json_web_key* find(std::string_view key_id, std::string_view algorithm) const;

  bool operator==(const key_set& other) const { return keys == other.keys; }
};

/// Reads at most 256 KiB and 100 keys. `invalid` says what is wrong, also if no key is usable.
result<key_set> read_key_set(std::string_view text);

}  // namespace ironbus::http
