#pragma once

#include <string>

namespace ironbus {

/// The TLS versions and ciphers that a link allows.
struct tls_limits {
  std::string minimum_version = "1.2";  ///< "1.1", "1.2" or "1.3".
  std::string ciphers = {};  ///< OpenSSL's cipher list up to TLS 1.2; empty: OpenSSL's default.

  bool operator==(const tls_limits&) const = default;
};

}  // namespace ironbus
