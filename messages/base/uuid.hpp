#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace ironbus {

/// Whether the text is a UUID in its canonical form: lower-case, with dashes (RFC 9562, §4).
bool is_uuid(std::string_view text);

/// A fresh random UUID (version 4). Thread safe.
std::string random_uuid();

/// 32 random bytes as URL-safe base64 without padding (43 characters), from the kernel's generator.
std::string random_token();

/// The UUID of a name (version 5, in a namespace of our own): the same name has always the same.
std::string derived_uuid(std::string_view name);

/// Ids for one decision: a sequence that depends only on its seed, so that the decision stays a
/// pure function and can be replayed.
class id_source {
public:
  explicit id_source(std::string_view seed);

  std::string next();  ///< A UUID of version 5, whose name is how many have been drawn before it.

private:
  std::array<uint8_t, 16> space_;  ///< The namespace of the sequence: the UUID of its seed.
  uint64_t drawn_ = 0;
};

}  // namespace ironbus
