#pragma once

#include "gateways/http/transport/tls.hpp"

#include <string>

namespace ironbus::simulator {

/// A TLS server with a key and a self-signed certificate of its own, made now: for the name, for
/// localhost and for the address that it listens on. Null if OpenSSL cannot.
http::tls_context make_tls_context(const std::string& name, const std::string& host);

}  // namespace ironbus::simulator
