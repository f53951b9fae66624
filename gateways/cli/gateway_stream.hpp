#pragma once

#include "messages/base/errors.hpp"
#include "messages/stream/byte_stream.hpp"

#include <memory>
#include <string>

namespace ironbus::cli {

/// The certificates that a gateway's certificate is verified with.
using tls_trust = byte_stream::tls_context;

/// The certificates of a file in PEM, or those the machine trusts if none is named. `invalid` if
/// they cannot be read.
result<tls_trust> read_trust(const std::string& ca_file);

}  // namespace ironbus::cli
