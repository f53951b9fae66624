#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/agent_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using std::chrono::seconds;

BOOST_AUTO_TEST_SUITE(agents)

BOOST_AUTO_TEST_CASE(a_restarted_agent_is_rebooted_and_repeats_its_step) {
  auto n = cleaning_with({{"deploy", {erase(10)}}});
  works(n);
  const auto found = n.tell(agent_lookup{"another"});
  BOOST_TEST(found.body.find("******") != std::string::npos);
  const auto asked = n.probes();
  BOOST_REQUIRE(asked.size() == 1U);
  BOOST_TEST(asked[0].doubtful);
  auto gone = ended(step_status::interrupted, "it cannot be reached");
  gone.agent_gone = true;
  n.agent_ends(asked[0], gone);
  BOOST_TEST(n.request().what.name == "prepare_ramdisk");
  n.done();
  BOOST_TEST(n.request().what.args["target"] == "rebooting");
  BOOST_TEST(!n.now().attributes.driver_internal_info.contains("agent_secret_token"));
  n.done();
  BOOST_TEST(n.state() == "clean wait");
  boots(n);
  BOOST_TEST(n.request().what.name == "erase_devices");
  BOOST_TEST(n.request().id.index == asked[0].id.index);
  BOOST_TEST(n.request().id.attempt == 2U);
  n.run();
  BOOST_TEST(n.state() == "available");
}

BOOST_AUTO_TEST_CASE(a_ramdisk_about_to_stop_gets_no_token) {
  auto n = with_agent();
  n.order("provide");
  n.done();
  n.done();
  BOOST_REQUIRE(n.request().what.args["target"] == "rebooting");
  const auto early = n.tell(agent_lookup{token});
  BOOST_REQUIRE(early.refused.has_value());
  BOOST_TEST(to_string(early.refused->code) == "conflict");
  n.done();
  boots(n);
  BOOST_TEST(n.request().what.name == "get_clean_steps");
}

// The reply with its token was lost: it can only repeat the lookup, and would lock itself if it
// learned that a token exists.
BOOST_AUTO_TEST_CASE(an_agent_without_its_token_is_rebooted_in_time) {
  for (const auto& [limit, patience] :
       {std::pair{seconds{1800}, seconds{60}}, std::pair{seconds{45}, seconds{15}},
        std::pair{seconds{0}, seconds{60}}}) {
    auto n = with_agent();
    n.options.clean_callback_timeout = limit;
    n.order("provide");
    for (int i = 0; i < 3; ++i) n.done();
    BOOST_REQUIRE(n.state() == "clean wait");
    n.tell(agent_lookup{token});
    n.pass(patience - seconds{1});
    const auto early = n.tell(agent_lookup{"another"});
    BOOST_TEST(!n.is_out());
    BOOST_REQUIRE(early.refused.has_value());
    BOOST_TEST(to_string(early.refused->code) == "conflict");
    n.pass(seconds{1});
    n.tell(agent_lookup{"another"});
    BOOST_REQUIRE(n.is_out());
    n.done();
    BOOST_TEST(n.request().what.args["target"] == "rebooting");
    n.done();
    boots(n);
    BOOST_TEST(n.request().what.name == "get_clean_steps");
  }
}

BOOST_AUTO_TEST_CASE(a_silent_agent_fails_with_its_last_heartbeat) {
  auto n = cleaning_with({{"deploy", {erase(10)}}});
  works(n);
  n.pass(seconds{1800});
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(n.now().attributes.last_error->find("last heartbeat of the agent was at") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_silent_agent_may_be_rebooted_instead) {
  auto n = cleaning_with({{"deploy", {erase(10)}}});
  n.options.lost_agent_action = lost_agent::reboot;
  works(n);
  n.pass(seconds{1800});
  BOOST_TEST(n.state() == "cleaning");
  n.done();
  BOOST_TEST(n.request().what.args["target"] == "rebooting");
  n.done();
  boots(n);
  n.run();
  BOOST_TEST(n.state() == "available");
}

BOOST_AUTO_TEST_CASE(a_silent_agent_may_put_the_node_into_maintenance) {
  auto n = cleaning_with({{"deploy", {erase(10)}}});
  n.options.lost_agent_action = lost_agent::maintenance;
  works(n);
  n.pass(seconds{1800});
  BOOST_TEST(n.state() == "clean wait");
  BOOST_TEST(n.now().attributes.maintenance);
}

BOOST_AUTO_TEST_CASE(a_working_agent_extends_the_deadline_of_its_step) {
  auto n = cleaning_with({{"deploy", {erase(10)}}});
  works(n);
  for (int i = 0; i < 18; ++i) {
    n.pass(seconds{601});
    n.heartbeat();
    const auto asked = n.probes();
    BOOST_REQUIRE(asked.size() == 1U);
    BOOST_TEST((asked[0].deadline <= n.time));  // from then on the node needs an answer
    n.agent_ends(asked[0], ended(step_status::waiting));
    n.heartbeat();
    BOOST_TEST((n.probes().at(0).deadline == n.time + seconds{600}));
  }
  BOOST_TEST(n.state() == "clean wait");
  n.pass(seconds{1800});
  BOOST_TEST(n.state() == "clean failed");
}

// It sends heartbeats for ever, and never reports that it works on the step.
BOOST_AUTO_TEST_CASE(heartbeats_alone_extend_no_deadline) {
  auto n = cleaning_with({{"deploy", {erase(10)}}});
  works(n);
  for (int i = 0; i < 17; ++i) {
    n.pass(seconds{100});
    n.heartbeat();
    BOOST_REQUIRE(n.state() == "clean wait");
  }
  const auto last_heartbeat = n.now().attributes.driver_internal_info.at("agent_last_heartbeat");
  n.pass(seconds{100});
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(n.now().attributes.last_error->find(last_heartbeat.get<std::string>()) !=
             std::string::npos);
  BOOST_TEST((n.time - last_heartbeat.get<timestamp>() <= seconds{700}));
}

BOOST_AUTO_TEST_CASE(an_agent_that_rejects_our_token_is_rebooted_once) {
  auto n = cleaning_with({{"deploy", {erase(10)}}});
  auto refuses = ended(step_status::failed, "The agent refuses our token: Token invalid.");
  refuses.agent_gone = true;
  works(n);
  n.heartbeat();
  n.agent_ends(n.probes().at(0), refuses);
  BOOST_TEST(n.request().what.name == "prepare_ramdisk");
  n.done();
  BOOST_TEST(n.request().what.args["target"] == "rebooting");
  n.done();
  boots(n);
  BOOST_TEST(n.request().what.name == "erase_devices");
  works(n);
  n.heartbeat();
  n.agent_ends(n.probes().at(0), refuses);
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(n.now().attributes.last_error->find("Token invalid.") != std::string::npos);
  BOOST_TEST(n.now().attributes.last_error->find("erase_devices") != std::string::npos);
}
BOOST_AUTO_TEST_SUITE_END()
