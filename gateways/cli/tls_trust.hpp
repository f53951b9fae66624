#pragma once

#include "messages/base/errors.hpp"
#include "messages/stream/byte_stream.hpp"

#include <memory>
#include <string>

namespace ironbus::cli {

/// The TLS context that verifies a gateway's certificate.
using tls_trust = byte_stream::tls_context;

/// The authorities of a PEM file, or the system's if `ca_file` is empty. `invalid` if they cannot
/// be read.
result<tls_trust> read_trust(const std::string& ca_file);

}  // namespace ironbus::cli
