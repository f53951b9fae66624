#include "tests/support/test_link.hpp"

#include <cstdlib>
#include <stdexcept>
#include <string_view>

namespace ironbus::test {

bool link_is_encrypted() {
  const char* link = std::getenv("IRONBUS_TEST_LINK");
  return link != nullptr && std::string_view{link} == "tls";
}

std::string from_cluster(const char* variable) {
  if (const char* value = std::getenv(variable)) return value;
  throw std::runtime_error{std::string{variable} +
                           " is not set: `ops/cluster backends start DIR`, then read DIR/env"};
}

std::string cluster_certificate(const std::string& file) {
  return from_cluster("IRONBUS_TEST_TLS_FOLDER") + "/" + file;
}

tls_client_options cluster_tls() {
  tls_client_options out;
  out.ca_file = cluster_certificate("ca.crt");
  out.certificate_file = cluster_certificate("client.crt");
  out.key_file = cluster_certificate("client.key");
  return out;
}

}  // namespace ironbus::test
