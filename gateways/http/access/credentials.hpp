#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ironbus::http {

/// A name and a password that a client sent. Never logged.
struct credentials {
  std::string user;
  std::string password;
};

/// Reads the value of an Authorization header of scheme Basic (RFC 7617). Unset for anything else.
std::optional<credentials> read_basic(std::string_view header);

}  // namespace ironbus::http
