#pragma once

#include "messages/base/errors.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// A key of AES-256, with the name that sealed texts carry.
struct secret_key {
  std::string id;     ///< 1 to 32 letters, digits, dots, dashes and underscores.
  std::string bytes;  ///< 32 bytes.
};

/// The keys of an installation. Without a writing key, new values stay in clear.
struct secret_key_ring {
  std::vector<secret_key> keys;
  std::string writes_with;  ///< Id of the key for new values; empty: none.
};

/// Begins every sealed text: `ibx1:KEY ID:BASE64`.
inline constexpr std::string_view sealed_prefix = "ibx1:";

/// The key id that a sealed text names; unset if the text has not that form.
std::optional<std::string_view> key_id_of(std::string_view sealed);

/// Encrypts secrets with AES-256-GCM and decrypts them. Each text is bound to the place it was
/// sealed for, so that it cannot be moved to another one. Immutable, so thread safe.
class secret_box {
public:
  /// `invalid` if an id or a key is malformed, an id occurs twice, or the writing key is missing.
  static result<secret_box> make(secret_key_ring ring);

  bool writes() const { return !ring_.writes_with.empty(); }
  /// Empty: new values stay in clear.
  const std::string& writing_id() const { return ring_.writes_with; }
  std::vector<std::string> ids() const;
  bool has(std::string_view id) const { return find(id) != nullptr; }

  /// Seals with the writing key, which must exist. The base64 contains a random nonce of 12 bytes,
  /// the encrypted secret, and the tag of 16 bytes.
  std::string seal(std::string_view secret, std::string_view place) const;

  /// `invalid`: the text is cut or malformed, its key is not in the box or is a wrong one, it was
  /// changed, or it was sealed for another place. The sentence names the key's id and no secret.
  result<std::string> open(std::string_view sealed, std::string_view place) const;

private:
  explicit secret_box(secret_key_ring ring) : ring_{std::move(ring)} {}
  const secret_key* find(std::string_view id) const;

  secret_key_ring ring_;
};

}  // namespace ironbus
