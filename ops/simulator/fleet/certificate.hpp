#pragma once

#include "gateways/http/transport/tls.hpp"

#include <string>

namespace ironbus::simulator {

struct server_certificate {
  http::tls_context context;  ///< Null: OpenSSL failed.
  std::string certificate;    ///< PEM.
};

/// Creates a TLS server context with a new key and a self-signed certificate for the name,
/// localhost and the listening address.
server_certificate make_server_certificate(const std::string& name, const std::string& host);

}  // namespace ironbus::simulator
