#pragma once

#include "messages/base/errors.hpp"

#include <boost/asio/ssl/context.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace ironbus {

/// What a server must prove with TLS. A value that is said anew with every request, as each machine
/// may have its own.
struct tls_trust {
  enum class kind : uint8_t {
    system,        ///< By one of the system's authorities.
    certificates,  ///< By one of those in `value`, in PEM.
    file,          ///< By one of those in the file or folder `value`.
    anything       ///< Nothing: whoever answers is believed.
  };
  kind source = kind::system;
  std::string value = {};

  bool operator==(const tls_trust&) const = default;
};

/// TLS 1.2 or later, with that trust. `invalid` if the certificates cannot be read.
result<std::shared_ptr<boost::asio::ssl::context>> tls_context(const tls_trust& trust);

}  // namespace ironbus
