#include "agent_client_fixture.hpp"
#include "tests/support/tls_server.hpp"

#include <boost/test/unit_test.hpp>
#include <openssl/ssl.h>

#include <fstream>
#include <sstream>

using namespace ironbus;
using namespace ironbus::test;

namespace {

std::string content_of(const std::string& path) {
  std::ostringstream out;
  out << std::ifstream{path}.rdbuf();
  return out.str();
}

/// Patient, because busy machines are slow with a handshake.
agent_options with_limits(const tls_limits& limits) {
  auto out = near_and_quick();
  out.command_timeout = std::chrono::seconds{20};
  out.tls = limits;
  return out;
}

/// A step for the agent, which has sent its certificate.
step_request step_for(const tls_server& agent) {
  auto out = cleaning_step(agent.port());
  out.machine.driver_internal_info.edit()["agent_url"] =
      "https://127.0.0.1:" + std::to_string(agent.port());
  out.machine.driver_internal_info.edit()["agent_verify_ca"] = content_of(agent.authority());
  return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_agent_with_older_tls_gets_no_command) {
  const tls_server old{TLS1_2_VERSION};
  const auto refused = run_on(with_limits({"1.3", ""}), step_for(old));
  BOOST_TEST((refused.status == step_status::failed));
  BOOST_TEST(says(refused.reason, "does not support TLS 1.3 or newer"), refused.reason);
  BOOST_TEST(old.requests() == 0);
  run_on(with_limits({"1.2", ""}), step_for(old));
  BOOST_TEST(old.requests() > 0);
}

BOOST_AUTO_TEST_CASE(an_agent_without_the_ciphers_gets_no_command) {
  const tls_server agent{TLS1_2_VERSION, "ECDHE-ECDSA-AES128-GCM-SHA256"};
  run_on(with_limits({"1.2", "ECDHE-ECDSA-AES256-GCM-SHA384"}), step_for(agent));
  BOOST_TEST(agent.requests() == 0);
}
