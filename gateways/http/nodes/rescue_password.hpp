#pragma once

#include "messages/base/errors.hpp"

#include <string>

namespace ironbus::http {

/// Hashes a password for /etc/shadow by SHA-crypt with a new salt. Only the hash leaves the
/// gateway. `algorithm`: "sha256" or "sha512". `internal` if the system cannot compute it.
result<std::string> hash_rescue_password(const std::string& password, const std::string& algorithm);

}  // namespace ironbus::http
