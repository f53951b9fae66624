#pragma once

#include "gateways/cli/gateway_access.hpp"
#include "gateways/cli/tls_trust.hpp"

#include <string>

namespace ironbus::cli {

/// The address of a gateway's event stream, and the credentials for it.
struct stream_address {
  std::string host;  ///< For the resolver.
  std::string port;
  std::string authority;  ///< For the Host header.
  std::string target;
  tls_trust trust{};  ///< Null: no TLS.
  header authorization{};
};

/// `query` is the stream's query. `invalid` if the URL, the certificates or the identity is
/// unusable.
result<stream_address> find_stream(const gateway_access& gateway, const std::string& query);

}  // namespace ironbus::cli
