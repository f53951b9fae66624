#pragma once

#include "messages/base/errors.hpp"

#include <memory>
#include <string>
#include <string_view>

struct evp_pkey_st;

namespace ironbus {

/// Checks signatures of a signing_key: its public half (Ed25519, RFC 8032).
class verifying_key {
public:
  /// Reads a PEM file with the public key or both keys. `invalid` names the file and the error.
  static result<verifying_key> read(const std::string& path);

  bool verifies(std::string_view text, std::string_view signature) const;
  /// The thumbprint of its JSON Web Key (RFC 7638, 8037); equal for all copies of the key.
  const std::string& id() const { return id_; }

private:
  friend class signing_key;
  explicit verifying_key(std::shared_ptr<evp_pkey_st> key);

  std::shared_ptr<evp_pkey_st> key_;
  std::string id_;
};

/// An operator's private key. A signature depends only on key and text: signing twice gives the
/// same.
class signing_key {
public:
  /// Reads a PEM file without a passphrase. Errors as verifying_key::read.
  static result<signing_key> read(const std::string& path);

  /// A publicly known key for trials; its signatures prove nothing.
  static signing_key for_trials();

  /// 64 bytes.
  std::string sign(std::string_view text) const;
  const verifying_key& public_half() const { return public_half_; }

private:
  explicit signing_key(const std::shared_ptr<evp_pkey_st>& key) : key_{key}, public_half_{key} {}

  std::shared_ptr<evp_pkey_st> key_;
  verifying_key public_half_;
};

}  // namespace ironbus
