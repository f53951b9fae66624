#pragma once

#include "messages/base/json.hpp"

#include <string>
#include <string_view>

namespace ironbus::http {

inline constexpr size_t token_bytes_max = 16 * 1024;

/// A JSON Web Token (RFC 7519) in its compact form (RFC 7515). Nothing in it is proved.
struct json_web_token {
  std::string algorithm;    ///< One that is_token_algorithm() allows.
  std::string key_id;       ///< Empty: none.
  json claims;              ///< An object.
  std::string signed_text;  ///< Header and claims as sent.
  std::string signature;    ///< Decoded.
};

/// Reads at most 16 KiB, 16 levels and 4096 values. `invalid` says what is wrong, as "it has 2
/// parts; allowed: 3". The header's `typ` must be JWT or at+jwt if there is one. A header `crit` is
/// refused, because it names rules that ironbus does not know. Keys in the header are not used.
result<json_web_token> read_json_web_token(std::string_view text);

}  // namespace ironbus::http
