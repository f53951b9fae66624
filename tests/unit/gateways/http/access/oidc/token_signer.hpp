#pragma once

#include "messages/base/json.hpp"

#include <memory>
#include <string>

struct evp_pkey_st;

namespace ironbus::test {

/// A provider's private key, made at run time. Signs tokens as RFC 7515 says, independent of the
/// code under test.
class token_signer {
public:
  /// `algorithm`: one of those that is_token_algorithm() allows.
  token_signer(std::string algorithm, std::string key_id);

  /// The public JSON Web Key.
  json public_key() const;
  /// The public key in PEM.
  std::string public_pem() const;

  /// A token with the usual header. `header` adds members or replaces them; null removes one.
  std::string token(const json& claims, const json& header = json::object()) const;
  /// The same for texts that need not be JSON.
  std::string token_of_texts(const std::string& header, const std::string& claims) const;
  std::string sign(const std::string& text) const;

  const std::string algorithm;
  const std::string key_id;

private:
  std::shared_ptr<evp_pkey_st> key_;
};

/// A signer that is made once for all tests of a program.
const token_signer& signer_of(const std::string& algorithm);

inline constexpr const char* all_token_algorithms[] = {"RS256", "RS384", "RS512", "PS256", "PS384",
                                                       "PS512", "ES256", "ES384", "ES512", "EdDSA"};

}  // namespace ironbus::test
