#pragma once

#include "messages/base/json.hpp"

#include <memory>
#include <string>
#include <string_view>

struct evp_pkey_st;

namespace ironbus::http {

/// Whether tokens may be signed by this algorithm: RS, PS or ES with 256, 384 or 512, or EdDSA
/// (RFC 7518, 8037). Never "none", and none with a shared secret.
bool is_token_algorithm(std::string_view name);

/// "RS256, RS384, …", for texts.
std::string token_algorithms();

/// A public key of an identity provider (RFC 7517). It verifies signatures by OpenSSL, because
/// Debian's libcjose, libjose and libjwt lack EdDSA. Immutable; thread safe.
class json_web_key {
public:
  /// Ignores private members. `invalid` says why the key cannot verify tokens, such as "its kty
  /// 'oct' is not allowed".
  static result<json_web_key> read(const json& key);

  /// The member `kid`; empty: none.
  const std::string& id() const { return id_; }
  /// Whether type, curve and the member `alg` of the key allow the algorithm.
  bool fits(std::string_view algorithm) const;
  /// False also if the algorithm does not fit.
  bool verifies(std::string_view algorithm, std::string_view text,
                std::string_view signature) const;

  bool operator==(const json_web_key& other) const;

private:
  json_web_key() = default;

  std::string id_;
  std::string algorithm_;  ///< The only one; empty: all that fit.
  std::string curve_;      ///< Of EC and OKP.
  std::string type_;       ///< "RSA", "EC" or "OKP".
  std::shared_ptr<evp_pkey_st> key_;
};

}  // namespace ironbus::http
