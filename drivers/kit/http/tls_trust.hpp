#pragma once

#include "messages/base/errors.hpp"
#include "messages/platform/tls_limits.hpp"

#include <boost/asio/ssl/context.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace ironbus {

/// Whether the text is an OpenSSL cipher list of at most 1024 bytes with at least one supported
/// cipher.
bool are_tls_ciphers(const std::string& list);

/// How to verify a TLS server, and the limits of the link. Part of each request, because each
/// machine may have its own.
struct tls_trust {
  enum class kind : uint8_t {
    system,        ///< Verify by the system's authorities.
    certificates,  ///< Verify by one of the authorities in `value`, in PEM.
    presented,     ///< Accept only the PEM certificate `value`; its validity period is ignored.
    file,          ///< Verify by the authorities in the file or folder `value`.
    anything       ///< Do not verify.
  };
  kind source = kind::system;
  std::string value = {};
  tls_limits limits = {};
  std::string certificate_file = {};  ///< Client certificate with its chain, PEM; empty: none.
  std::string key_file = {};          ///< The key of that certificate, PEM, not encrypted.

  bool operator==(const tls_trust&) const = default;
};

/// Trust by an option: "true" (the system's authorities), "false" (no verification), or a file or
/// folder of authorities.
tls_trust trust_of_option(const std::string& verify_ca, const tls_limits& limits);

/// A context with that trust. `invalid` if a certificate or key cannot be read or no cipher is
/// supported.
result<std::shared_ptr<boost::asio::ssl::context>> tls_context(const tls_trust& trust);

}  // namespace ironbus
