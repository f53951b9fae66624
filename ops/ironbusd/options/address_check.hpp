#pragma once

#include "ops/ironbusd/options/option.hpp"

#include <optional>
#include <string>

namespace ironbus::daemon {

// Each gives the sentence why a value is refused, which never repeats a password.

/// Check of the option `bus`.
std::optional<std::string> check_bus(const std::string& text);
/// Check of the option `store`.
std::optional<std::string> check_store(const std::string& text);
/// Check of api.public_endpoint.
std::optional<std::string> check_endpoint(const std::string& text);

/// The text, with the password of a URL in it replaced by ***.
std::string mask_url(const std::string& text);

/// The YAML of a value, with secrets masked.
std::string masked(secrecy secret, const std::string& text);

}  // namespace ironbus::daemon
