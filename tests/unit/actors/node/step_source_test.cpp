#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/agent_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

BOOST_AUTO_TEST_CASE(configured_priorities_override_the_agent_s) {
  auto n = with_agent();
  n.installation.agent_clean_priorities = {{"deploy.erase_devices", 0},
                                           {"deploy.erase_devices_metadata", 7}};
  n.installation.clean_step_priority_override = {{"deploy.erase_devices", 5}};
  n.order("provide");
  while (n.is_out()) n.done();
  boots(n);
  n.asked();
  answer_with(n, offers({{"deploy", {erase(10), metadata(0)}}}));
  n.run();
  const auto asked = n.asked();
  BOOST_REQUIRE(asked.size() > 2U);
  BOOST_TEST(asked[0] == "deploy.erase_devices_metadata");  // 7
  // 5: the override takes precedence over the option
  BOOST_TEST(asked[1] == "deploy.erase_devices");
}

BOOST_AUTO_TEST_CASE(automated_cleaning_runs_the_steps_of_the_runbook_it_is_given) {
  auto n = manageable();
  n.installation.clean_step_priority_override = {{"deploy.erase_devices", 10}};
  const json step{{"interface", "bios"}, {"step", "factory_reset"}};
  n.order("provide", {{"cleaning", {{"clean_steps", {step}}, {"from_runbook", "CUSTOM_RESET"}}}});
  n.run();
  BOOST_TEST(n.state() == "available");
  const auto asked = n.asked();
  BOOST_REQUIRE(asked.size() == 3U);
  BOOST_TEST(asked[1] == "bios.factory_reset");
}

BOOST_AUTO_TEST_CASE(a_node_that_is_torn_down_is_cleaned_by_the_runbook_too) {
  auto n = available();
  n.order("active");
  n.run();
  n.order("deleted", {{"cleaning", {{"failure", "the runbook 'x' does not exist"}}}});
  n.run();
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(n.now().attributes.last_error->find("the runbook 'x' does not exist") !=
             std::string::npos);
  BOOST_TEST(!n.now().attributes.maintenance);
  n.options.automated_clean = false;
  n.order("manage");
  n.order("provide", {{"cleaning", {{"failure", "the runbook 'x' does not exist"}}}});
  BOOST_TEST(n.state() == "available");  // nothing is cleaned, so nothing is missing
}

BOOST_AUTO_TEST_CASE(deploy_steps_have_their_own_overrides) {
  auto n = available();
  n.options.deploy_step_priority_override = {{"bios.factory_reset", 150}};
  n.order("active");
  n.run();
  const auto asked = n.asked();
  BOOST_REQUIRE(asked.size() > 1U);
  BOOST_TEST(asked[1] == "bios.factory_reset");
  BOOST_TEST(n.state() == "active");
}
