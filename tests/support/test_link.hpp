#pragma once

#include "messages/platform/tls_client.hpp"

#include <string>

namespace ironbus::test {

/// Whether the suites use TLS for RabbitMQ and Redis: IRONBUS_TEST_LINK is "tls".
bool link_is_encrypted();

/// An environment variable that ops/cluster writes; throws if it is not set.
std::string from_cluster(const char* variable);

/// A certificate file of ops/cluster: "ca.crt", "server.key", "client.crt", …
std::string cluster_certificate(const std::string& file);

/// TLS options for its servers, which require a client certificate.
tls_client_options cluster_tls();

}  // namespace ironbus::test
