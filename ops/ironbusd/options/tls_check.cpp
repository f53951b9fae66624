#include "ops/ironbusd/options/tls_check.hpp"

#include "drivers/kit/http/tls_trust.hpp"

namespace ironbus::daemon {

std::optional<std::string> check_tls_ciphers(const std::string& text) {
  if (text.empty() || are_tls_ciphers(text)) return std::nullopt;
  return "allowed: a list such as ECDHE+AESGCM:!aNULL";
}

}  // namespace ironbus::daemon
