#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/agent_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

constexpr const char* key = "agent_secret_token";

/// A node whose boot interface hands the agent its token.
node_fixture with_handed_token() {
  node_fixture n{{{"deploy_interface", "direct"}, {"boot_interface", "media"}}};
  n.order("manage");
  n.run();
  n.order("provide");
  while (n.is_out() && n.request().what.name != "prepare_ramdisk") n.done();
  return n;
}

std::string token_of(const node_fixture& n) {
  return n.now().attributes.driver_internal_info.value(key, "");
}

void comes_up(node_fixture& fixture) {
  const auto answer = fixture.tell(agent_lookup{token});
  BOOST_REQUIRE(!answer.refused);
  BOOST_TEST(json::parse(answer.body).at("agent_token") == "******");
  fixture.heartbeat();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tokens)

BOOST_AUTO_TEST_CASE(a_capable_boot_interface_provides_the_token) {
  auto n = with_handed_token();
  const auto handed = n.request().machine.driver_internal_info.value(key, "");
  BOOST_TEST(handed.size() >= 32U);
  BOOST_TEST(n.now().attributes.driver_internal_info.at("agent_secret_token_pregenerated") == true);
  while (n.is_out()) n.done();
  BOOST_TEST(token_of(n) == handed);  // the reboot has not invalidated it
  comes_up(n);
  BOOST_TEST(n.request().what.name == "get_clean_steps");
}

BOOST_AUTO_TEST_CASE(the_token_survives_reboots_and_ends_with_the_workflow) {
  auto n = with_handed_token();
  while (n.is_out()) n.done();
  const auto handed = token_of(n);
  comes_up(n);
  answer_with(n, offers({{"deploy", {erase(10, true), metadata(5)}}}));
  n.done();  // erased; now its boot is prepared again, and it is rebooted
  BOOST_TEST(n.request().what.name == "prepare_ramdisk");
  n.done();
  BOOST_TEST(n.request().what.name == "set_power_state");
  n.done();
  BOOST_TEST(n.state() == "clean wait");
  BOOST_TEST(token_of(n) == handed);
  BOOST_TEST(!n.now().attributes.driver_internal_info.contains("agent_url"));
  comes_up(n);
  n.run();
  BOOST_TEST(n.state() == "available");
  BOOST_TEST(token_of(n).empty());
  BOOST_TEST(!n.now().attributes.driver_internal_info.contains("agent_secret_token_pregenerated"));
}

BOOST_AUTO_TEST_CASE(a_failure_drops_the_token) {
  auto n = with_handed_token();
  n.answer(step_status::failed, "no space for the image");
  n.run();
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(token_of(n).empty());
}

BOOST_AUTO_TEST_CASE(a_lookup_of_such_an_agent_is_normal) {
  auto n = with_handed_token();
  while (n.is_out()) n.done();
  comes_up(n);
  answer_with(n, offers({{"deploy", {erase(10)}}}));
  works(n);
  n.tell(agent_lookup{token});
  BOOST_TEST(n.probes().empty());
}

BOOST_AUTO_TEST_CASE(a_repeated_lookup_gets_the_same_answer) {
  auto n = with_agent();
  n.order("provide");
  while (n.is_out()) n.done();
  const auto first = n.tell(agent_lookup{token});
  BOOST_TEST(json::parse(first.body).at("agent_token") == token);
  BOOST_TEST(json::parse(n.repeat_last().answer.body).at("agent_token") == token);
  const agent_lookup another{"another-token-of-at-least-32-characters"};
  BOOST_TEST(to_string(n.tell(another).refused.value().code) == "conflict");
  n.heartbeat();  // now it is not the expected agent
  const auto later = n.tell(another);
  BOOST_TEST(json::parse(later.body).at("agent_token") == "******");
}

BOOST_AUTO_TEST_CASE(agents_without_tokens_are_accepted_only_by_the_option) {
  auto n = with_agent();
  n.order("provide");
  while (n.is_out()) n.done();
  const agent_heartbeat old{"http://192.0.2.1:9999", "3.0.0", "", {}, {}};
  BOOST_TEST(n.tell(old).refused.has_value());
  n.installation.allow_tokenless_agents = true;
  BOOST_TEST(!n.tell(old).refused);
  BOOST_TEST(n.request().what.name == "get_clean_steps");
}

BOOST_AUTO_TEST_CASE(a_node_with_a_token_accepts_no_heartbeat_without_it) {
  auto n = with_agent();
  n.installation.allow_tokenless_agents = true;
  n.order("provide");
  while (n.is_out()) n.done();
  n.tell(agent_lookup{token});
  BOOST_TEST(
      n.tell(agent_heartbeat{"http://192.0.2.1:9999", "3.0.0", "", {}, {}}).refused.has_value());
}

BOOST_AUTO_TEST_SUITE_END()
