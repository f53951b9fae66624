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

/// "1.1", "1.2" or "1.3"; unset for anything else.
std::optional<tls_version> read_tls_version(std::string_view text);
/// Whether it is a list of ciphers as OpenSSL writes it, of at most 1024 bytes, with at least one
/// that it knows.
bool are_tls_ciphers(const std::string& list);

/// What a server must prove with TLS, and in which words. A value that is said anew with every
/// request, as each machine may have its own.
struct tls_trust {
  enum class kind : uint8_t {
    system,        ///< By one of the system's authorities.
    certificates,  ///< By one of those in `value`, in PEM.
    presented,  ///< By that in `value`, in PEM, which it has shown before; its clock may be wrong.
    file,       ///< By one of those in the file or folder `value`.
    anything    ///< Nothing: whoever answers is believed.
  };
  kind source = kind::system;
  std::string value = {};
  tls_version oldest = tls_version::v1_2;  ///< That is spoken.
  std::string ciphers = {};  ///< Up to TLS 1.2; empty: those that OpenSSL takes by itself.

  bool operator==(const tls_trust&) const = default;
};

/// With that trust. `invalid` if the certificates cannot be read, or there are no such ciphers.
result<std::shared_ptr<boost::asio::ssl::context>> tls_context(const tls_trust& trust);

}  // namespace ironbus
