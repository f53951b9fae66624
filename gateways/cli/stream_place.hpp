#pragma once

#include "gateways/cli/asked_gateway.hpp"
#include "gateways/cli/gateway_stream.hpp"

#include <string>

namespace ironbus::cli {

/// Where a gateway's stream of events is, and what it is asked with.
struct stream_place {
  std::string host;  ///< As a resolver takes it.
  std::string port;
  std::string authority;  ///< As a header says it.
  std::string target;
  tls_trust trust{};  ///< Null: in the clear.
  header authorization{};
};

/// `query` is that of the stream. `invalid` if the URL, the certificates or the identity cannot be
/// used.
result<stream_place> find_stream(const asked_gateway& gateway, const std::string& query);

}  // namespace ironbus::cli
