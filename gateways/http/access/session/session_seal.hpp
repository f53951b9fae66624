#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ironbus::http {

/// Encrypts the content of session cookies, so that clients can neither read nor change it
/// (AES-256-GCM). All gateways with the same secret open each other's cookies. Immutable.
class session_seal {
public:
  /// `secret`: at least 32 bytes that cannot be guessed.
  explicit session_seal(std::string_view secret);

  /// base64url: nonce, encrypted text and tag. Two calls give different results.
  std::string seal(std::string_view text) const;
  /// Unset: the text was not sealed with this secret, or was changed.
  std::optional<std::string> open(std::string_view sealed) const;

  /// The proof against forged requests of the session with this id.
  std::string forgery_token(std::string_view session_id) const;

private:
  std::string cookie_key_;
  std::string token_key_;
};

/// Compares in a time that depends on the lengths only.
bool are_equal(std::string_view a, std::string_view b);

}  // namespace ironbus::http
