#pragma once

#include "gateways/cli/asked_gateway.hpp"
#include "gateways/cli/gateway_stream.hpp"

#include <string>

namespace ironbus::cli {

/// The address of a gateway's event stream, and the credentials for it.
struct stream_place {
  std::string host;  ///< For the resolver.
  std::string port;
  std::string authority;  ///< For the Host header.
  std::string target;
  tls_trust trust{};  ///< Null: no TLS.
  header authorization{};
};

/// `query` is the stream's query. `invalid` if the URL, the certificates or the identity is
/// unusable.
result<stream_place> find_stream(const asked_gateway& gateway, const std::string& query);

}  // namespace ironbus::cli
