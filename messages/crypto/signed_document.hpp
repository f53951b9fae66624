#pragma once

#include "messages/base/json.hpp"
#include "messages/crypto/signing_key.hpp"

#include <string_view>

namespace ironbus {

/// A JSON Web Signature in its flattened form (RFC 7515, 7.2.2) with EdDSA (RFC 8037): {"payload",
/// "protected", "signature"}. The payload is `document` as compact JSON with sorted names; the
/// protected header says `type`, and which key has signed (`kid`, its thumbprint).
json sign_document(const signing_key& key, const json& document, std::string_view type);

/// The document in it. `invalid` says why it is not what that key has signed as such a type.
result<json> read_signed_document(const verifying_key& key, const json& signature,
                                  std::string_view type);

}  // namespace ironbus
