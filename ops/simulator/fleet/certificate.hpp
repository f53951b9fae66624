#pragma once

#include "gateways/http/transport/tls.hpp"

#include <string>

namespace ironbus::simulator {

struct server_proof {
  http::tls_context context;  ///< Null: OpenSSL failed.
  std::string certificate;    ///< PEM.
};

/// Creates a TLS server context with a new key and a self-signed certificate for the name,
/// localhost and the listening address.
server_proof make_proof(const std::string& name, const std::string& host);

}  // namespace ironbus::simulator
