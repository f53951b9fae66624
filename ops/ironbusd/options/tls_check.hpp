#pragma once

#include <optional>
#include <string>

namespace ironbus::daemon {

/// Check of options with an OpenSSL cipher list: the reason for the rejection. Empty is valid.
std::optional<std::string> check_tls_ciphers(const std::string& text);

}  // namespace ironbus::daemon
