#include "fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

/// The config of a lookup's answer.
json config_with(const tls_limits& limits, http::gateway_options options = {}) {
  options.agent_tls = limits;
  const gateway_fixture fixture{std::move(options)};
  // Older than the token, which a fake bus does not give.
  const auto got = fixture.ask("GET", "/v1/lookup?node_uuid=" + node_2, {}, "1.31");
  BOOST_REQUIRE(got.status == 200);
  return json::parse(got.body)["config"];
}

}  // namespace

BOOST_AUTO_TEST_CASE(agents_receive_the_tls_limits_with_the_lookup) {
  const auto strict = config_with({"1.3", ""});
  BOOST_TEST(strict["tls_min_version"] == "1.3");
  BOOST_TEST(strict["tls_cipher_suites"].is_null());
  const auto older = config_with({"1.2", "ECDHE+AESGCM"});
  BOOST_TEST(older["tls_min_version"] == "1.2");
  BOOST_TEST(older["tls_cipher_suites"] == "ECDHE+AESGCM");
}
