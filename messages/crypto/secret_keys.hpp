#pragma once

#include "messages/crypto/secret_box.hpp"

namespace ironbus {

/// An entry with this id instead of a key, `clear: ""`, in the first place: new values stay in
/// clear.
inline constexpr std::string_view clear_key_id = "clear";

/// Reads the text of a file of keys: `ID: BASE64` in each line, comments after `#`. The first entry
/// is for writing, all are for reading. `invalid` names the line and quotes no key.
result<secret_key_ring> parse_secret_keys(std::string_view text);

/// A new random key as a line of such a file.
std::string new_secret_key_line(std::string_view id);

}  // namespace ironbus
