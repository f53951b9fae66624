#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/cleaning_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using std::chrono::seconds;

BOOST_AUTO_TEST_CASE(abort_while_waiting_ends_the_clean_without_maintenance) {
  auto n = node_in_cleaning(clean_request({{"bios", "factory_reset"}}));
  answer_waiting(n, awaited::agent);
  BOOST_TEST(!n.order("abort").refused);
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(!n.now().attributes.maintenance);
  BOOST_TEST(n.now().attributes.last_error->find("aborted") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(abort_while_a_step_works_takes_effect_after_it) {
  auto n = node_in_factory_reset();
  BOOST_TEST(!n.order("abort").refused);
  BOOST_TEST(n.state() == "cleaning");
  BOOST_TEST(n.now().attributes.clean_step["abort_after"] == true);
  n.done();
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(!n.now().attributes.maintenance);
}

BOOST_AUTO_TEST_CASE(abort_where_nothing_runs_is_refused) {
  node_fixture n;
  BOOST_TEST((n.order("abort").refused->code == error_code::invalid));
}

BOOST_AUTO_TEST_CASE(hold_stops_the_node_until_unhold) {
  auto n = node_in_cleaning(clean_request({{"deploy", "hold"}, {"bios", "factory_reset"}}));
  n.done();
  BOOST_TEST(n.state() == "clean hold");
  n.pass(seconds{1000000});
  BOOST_TEST(n.state() == "clean hold");
  n.order("unhold");  // no agent is known: it resumes at once
  BOOST_TEST(n.asked().back() == "bios.factory_reset");
  n.run();
  BOOST_TEST(n.state() == "manageable");
}

BOOST_AUTO_TEST_CASE(a_held_node_with_an_agent_resumes_with_the_next_heartbeat) {
  auto n = node_in_cleaning(clean_request({{"deploy", "hold"}, {"bios", "factory_reset"}}));
  answer_waiting(n, awaited::agent);
  n.tell(agent_lookup{"token"});
  n.heartbeat();
  BOOST_TEST(n.state() == "clean hold");
  n.order("unhold");
  BOOST_TEST(n.state() == "clean wait");
  n.heartbeat();
  BOOST_TEST(n.asked().back() == "bios.factory_reset");
}

BOOST_AUTO_TEST_CASE(a_wait_step_pauses) {
  auto n = node_in_cleaning(
      {{"clean_steps",
        json::array({{{"interface", "deploy"}, {"step", "wait"}, {"args", {{"seconds", 5}}}}})}});
  n.done();
  BOOST_TEST(n.state() == "clean wait");
  n.pass(seconds{4});
  BOOST_TEST(n.state() == "clean wait");
  n.pass(seconds{1});
  BOOST_TEST(n.state() == "cleaning");
  n.run();
  BOOST_TEST(n.state() == "manageable");
}

BOOST_AUTO_TEST_CASE(deleted_replaces_a_waiting_deploy) {
  node_fixture n;
  n.order("manage");
  n.run();
  n.order("provide");
  n.run();
  n.order("active");
  answer_waiting(n, awaited::agent);
  BOOST_TEST(n.state() == "wait call-back");
  n.order("deleted");
  n.run();
  BOOST_TEST(n.state() == "available");
}

BOOST_AUTO_TEST_CASE(an_aborted_service_ends_in_active) {
  node_fixture n;
  n.order("manage");
  n.run();
  n.order("adopt");
  n.run();
  n.order("service",
          {{"service_steps", json::array({{{"interface", "deploy"}, {"step", "hold"}}})}});
  n.done();
  BOOST_TEST(n.state() == "service hold");
  n.order("abort");
  BOOST_TEST(n.state() == "active");
}
