#pragma once

#include "messages/base/errors.hpp"

#include <string>

namespace ironbus::http {

/// The password as /etc/shadow has it, by SHA-crypt with a fresh salt: all that leaves the gateway
/// of it. `algorithm`: "sha256" or "sha512". `internal` if the system cannot make it.
result<std::string> hash_rescue_password(const std::string& password, const std::string& algorithm);

}  // namespace ironbus::http
