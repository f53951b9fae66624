#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace ironbus {

/// Whether the text is a UUID in its canonical form: lower-case, with dashes (RFC 9562, §4).
bool is_uuid(std::string_view text);

/// A new random UUID (version 4). Thread safe.
std::string random_uuid();

/// 32 random bytes from the kernel's generator as URL-safe base64 without padding (43 characters).
std::string random_token();

/// The UUID of a name (version 5, in ironbus's own namespace). The same name always gives the same
/// UUID.
std::string derived_uuid(std::string_view name);

/// Ids for one decision: a sequence that depends only on its seed. The decision stays a pure
/// function and can be replayed.
class id_source {
public:
  explicit id_source(std::string_view seed);

  std::string next();  ///< A UUID of version 5; its name is the number of ids drawn before.

private:
  std::array<uint8_t, 16> space_;  ///< The namespace of the sequence: the UUID of its seed.
  uint64_t drawn_ = 0;
};

}  // namespace ironbus
