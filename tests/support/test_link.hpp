#pragma once

#include "messages/platform/tls_client.hpp"

#include <string>

namespace ironbus::test {

/// Whether the suites reach RabbitMQ and Redis over TLS: IRONBUS_TEST_LINK is "tls".
bool link_is_encrypted();

/// The value of an environment variable that ops/cluster writes; throws if it is not set.
std::string from_cluster(const char* variable);

/// A file among the certificates of ops/cluster: "ca.crt", "server.key", "client.crt", …
std::string cluster_certificate(const std::string& file);

/// What a client of its servers needs over TLS; they ask for a certificate.
tls_client_options cluster_tls();

}  // namespace ironbus::test
