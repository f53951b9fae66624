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

BOOST_AUTO_TEST_CASE(agents_receive_the_options_of_step_containers_with_the_lookup) {
  const auto usual = config_with({})["agent_containers"];
  BOOST_TEST(usual == json({{"allow_arbitrary_containers", false},
                            {"allowed_containers", json::array()},
                            {"container_steps_file", "/etc/ironic-python-agent.d/mysteps.yaml"},
                            {"runner", "podman"},
                            {"pull_options", json::array()},
                            {"run_options", json::array({"--rm", "--network=host"})}}));
  http::gateway_options options;
  options.agent_containers.runner = "docker";
  options.agent_containers.allowed_containers = {"registry.example.org/clean:1"};
  const auto chosen = config_with({}, options)["agent_containers"];
  BOOST_TEST(chosen["runner"] == "docker");
  BOOST_TEST(chosen["allowed_containers"] == json::array({"registry.example.org/clean:1"}));
}
