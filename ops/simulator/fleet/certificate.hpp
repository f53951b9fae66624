#pragma once

#include "gateways/http/transport/tls.hpp"

#include <string>

namespace ironbus::simulator {

struct server_proof {
  http::tls_context context;  ///< Null: OpenSSL could not make it.
  std::string certificate;    ///< In PEM.
};

/// A TLS server with a key and a self-signed certificate of its own, made now: for the name, for
/// localhost and for the address that it listens on.
server_proof make_proof(const std::string& name, const std::string& host);

}  // namespace ironbus::simulator
