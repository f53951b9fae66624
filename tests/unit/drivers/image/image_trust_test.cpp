#include "drivers/image/image_job.hpp"
#include "tests/support/test_lease.hpp"
#include "tests/support/tls_server.hpp"

#include <boost/test/unit_test.hpp>
#include <openssl/ssl.h>

// Which image servers and registries are believed.

using namespace ironbus;
using namespace ironbus::test;

namespace {

/// Why an image of this registry cannot be located. The registry's documents are empty objects.
std::string why_not_located(const tls_server& registry, const image_options& options) {
  image_request wish;
  wish.source = "oci://127.0.0.1:" + std::to_string(registry.port()) + "/images/debian:12";
  const std::atomic<bool> stopping = false;
  const auto found = locate_image(wish, options, lasting_permit(), stopping);
  return found ? "it is" : found.error().message;
}

image_options nearby() {
  image_options out;
  out.networks = {"127.0.0.0/8"};
  out.attempts_max = 1;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(image_trust)

BOOST_AUTO_TEST_CASE(registries_may_have_authorities_of_their_own) {
  const tls_server registry{TLS1_3_VERSION};
  auto options = nearby();
  auto why = why_not_located(registry, options);
  BOOST_TEST(why.find("failed the TLS handshake") != std::string::npos, why);
  BOOST_TEST(registry.requests() == 0);
  options.registry_verify_ca = registry.authority();
  why = why_not_located(registry, options);
  BOOST_TEST(why.find("TLS") == std::string::npos, why);
  BOOST_TEST(registry.requests() > 0);
}

BOOST_AUTO_TEST_CASE(a_registry_with_older_tls_is_refused) {
  const tls_server old{TLS1_2_VERSION};
  auto options = nearby();
  options.verify_ca = old.authority();
  options.tls.minimum_version = "1.3";
  const auto why = why_not_located(old, options);
  BOOST_TEST(why.find("does not support TLS 1.3 or newer") != std::string::npos, why);
  BOOST_TEST(old.requests() == 0);
  options.tls.minimum_version = "1.2";
  why_not_located(old, options);
  BOOST_TEST(old.requests() > 0);
}

BOOST_AUTO_TEST_SUITE_END()
