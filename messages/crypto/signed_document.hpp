#pragma once

#include "messages/base/json.hpp"
#include "messages/crypto/signing_key.hpp"

#include <string_view>

namespace ironbus {

/// Signs a document: a JSON Web Signature in its flattened form (RFC 7515, 7.2.2) with EdDSA (RFC
/// 8037): {"payload", "protected", "signature"}. The payload is `document` as compact JSON with
/// sorted names. The protected header contains `type` and the key's thumbprint (`kid`).
json sign_document(const signing_key& key, const json& document, std::string_view type);

/// The signed document. `invalid` says why the key has not signed it as that type.
result<json> read_signed_document(const verifying_key& key, const json& signature,
                                  std::string_view type);

}  // namespace ironbus
