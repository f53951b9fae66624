#pragma once

#include "messages/base/errors.hpp"

#include <boost/asio/ssl/context.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

enum class tls_version : uint8_t { v1_1, v1_2, v1_3 };

/// "1.1", "1.2" or "1.3"; unset for any other text.
std::optional<tls_version> read_tls_version(std::string_view text);
/// Whether the text is an OpenSSL cipher list of at most 1024 bytes with at least one supported
/// cipher.
bool are_tls_ciphers(const std::string& list);

/// How to verify a TLS server, and the allowed versions and ciphers. Part of each request, because
/// each machine may have its own.
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
  tls_version oldest = tls_version::v1_2;  ///< The minimum version.
  std::string ciphers = {};                ///< For TLS 1.2 and earlier; empty: OpenSSL's default.

  bool operator==(const tls_trust&) const = default;
};

/// A context with that trust. `invalid` if the certificates cannot be read or no cipher is
/// supported.
result<std::shared_ptr<boost::asio::ssl::context>> tls_context(const tls_trust& trust);

}  // namespace ironbus
