#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/agent_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using std::chrono::seconds;

namespace {

/// Provided, and waiting for its agent.
node_fixture awaiting_agent() {
  auto n = with_agent();
  n.order("provide");
  while (n.is_out()) n.done();
  return n;
}

void set_maintenance_to(node_fixture& n, bool enabled) {
  BOOST_REQUIRE(!n.tell(set_maintenance{enabled, "a fan is bad"}).refused);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(maintenance)

BOOST_AUTO_TEST_CASE(cleaning_waits_during_maintenance_and_resumes) {
  auto n = with_agent();
  set_maintenance_to(n, true);
  n.order("provide");
  while (n.is_out()) n.done();
  boots(n);
  n.heartbeat();
  BOOST_TEST(n.state() == "clean wait");
  BOOST_TEST(!n.is_out());
  BOOST_TEST(n.now().attributes.driver_internal_info.contains("agent_url"));
  set_maintenance_to(n, false);
  n.heartbeat();
  BOOST_TEST(n.state() == "cleaning");
  BOOST_TEST(n.request().what.name == "get_clean_steps");
}

BOOST_AUTO_TEST_CASE(deadlines_are_suspended_in_maintenance_and_restart) {
  auto n = awaiting_agent();
  const auto limit = n.options.clean_callback_timeout;
  n.pass(limit - seconds{1});
  set_maintenance_to(n, true);
  for (int i = 0; i < 4; ++i) n.pass(limit);
  BOOST_TEST(n.state() == "clean wait");
  BOOST_CHECK(*n.now().waiting->until <= n.time + limit);  // not longer each time
  n.pass(limit - seconds{1});
  set_maintenance_to(n, false);
  n.pass(limit - seconds{1});
  BOOST_TEST(n.state() == "clean wait");
  n.pass(seconds{1});
  BOOST_TEST(n.state() == "clean failed");
}

BOOST_AUTO_TEST_CASE(if_forbidden_a_heartbeat_fails_the_workflow) {
  auto n = awaiting_agent();
  n.options.allow_provisioning_in_maintenance = false;
  set_maintenance_to(n, true);
  boots(n);
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(n.now().attributes.last_error->find("because the node is in maintenance mode") !=
             std::string::npos);
  BOOST_TEST(*n.now().attributes.maintenance_reason == "a fan is bad");
}

BOOST_AUTO_TEST_CASE(if_forbidden_an_undeployed_node_in_maintenance_is_not_cleaned) {
  auto n = available();
  n.order("active");
  n.run();
  n.options.allow_provisioning_in_maintenance = false;
  set_maintenance_to(n, true);
  n.order("deleted");
  n.run();
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(n.now().attributes.last_error->find("in maintenance mode") != std::string::npos);
  set_maintenance_to(n, false);
  n.order("manage");
  n.order("provide");
  n.run();
  BOOST_TEST(n.state() == "available");
}

BOOST_AUTO_TEST_CASE(a_working_agent_is_not_polled_in_maintenance) {
  auto n = cleaning_with({{"deploy", {erase(10)}}});
  works(n);
  set_maintenance_to(n, true);
  n.heartbeat();
  BOOST_TEST(n.probes().empty());
  set_maintenance_to(n, false);
  n.heartbeat();
  BOOST_TEST(n.probes().size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
