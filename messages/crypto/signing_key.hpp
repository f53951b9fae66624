#pragma once

#include "messages/base/errors.hpp"

#include <memory>
#include <string>
#include <string_view>

struct evp_pkey_st;

namespace ironbus {

/// What checks signatures of a signing_key: its public half (Ed25519, RFC 8032).
class verifying_key {
public:
  /// Reads PEM, of the public key or of both. `invalid` names the file and what is wrong with it.
  static result<verifying_key> read(const std::string& path);

  bool verifies(std::string_view text, std::string_view signature) const;
  /// The same for every copy of the key: the thumbprint of its JSON Web Key (RFC 7638, 8037).
  const std::string& id() const { return id_; }

private:
  friend class signing_key;
  explicit verifying_key(std::shared_ptr<evp_pkey_st> key);

  std::shared_ptr<evp_pkey_st> key_;
  std::string id_;
};

/// An operator's private key. Signatures follow from key and text alone: the same each time.
class signing_key {
public:
  /// Reads PEM without a passphrase. Failures as verifying_key::read.
  static result<signing_key> read(const std::string& path);

  /// One that everybody has: for trials, whose signatures count for nothing.
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
