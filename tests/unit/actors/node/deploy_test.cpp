#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

// Deployments through an agent: which steps may run when, and the power of the machine.

using namespace ironbus;
using namespace ironbus::test;

namespace {

using step_names = std::vector<std::string>;

json wanted(const char* interface, const char* name, int priority) {
  return {{"deploy_steps",
           {{{"interface", interface},
             {"step", name},
             {"args", json::object()},
             {"priority", priority}}}}};
}

void ramdisk_calls(node_fixture& n) {
  BOOST_REQUIRE(!n.tell(agent_lookup{"a-token-of-at-least-thirty-two-characters"}).refused);
  n.heartbeat();
}

void agent_offers(node_fixture& fixture, const char* cache, const json& steps) {
  step_outcome x;
  x.observed.driver_internal_info = {{cache, {{"deploy", steps}}},
                                     {"hardware_manager_version", {{"generic", "1"}}}};
  fixture.answer(std::move(x));
}

node_fixture available_with_agent(json fields = json::object()) {
  fields["deploy_interface"] = "direct";
  node_fixture n{std::move(fields)};
  n.order("manage");
  n.run();
  n.order("provide");
  while (n.is_out()) n.done();
  ramdisk_calls(n);
  agent_offers(n, "agent_cached_clean_steps", json::array());
  n.run();
  BOOST_REQUIRE(n.state() == "available");
  n.asked();
  return n;
}

/// Up to the agent's report of its steps.
void deploy_until_asked(node_fixture& fixture, const json& request = json::object()) {
  BOOST_REQUIRE(!fixture.order("active", request).refused);
  while (fixture.is_out()) fixture.done();
  ramdisk_calls(fixture);
  BOOST_REQUIRE(fixture.request().what.name == "get_deploy_steps");
}

json offered(const char* name, int priority) {
  return {{"step", name}, {"interface", "deploy"}, {"priority", priority}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(deployments)

BOOST_AUTO_TEST_CASE(steps_of_interfaces_above_the_ramdisk_run_before_it) {
  auto n = available_with_agent();
  deploy_until_asked(n, wanted("bios", "factory_reset", 150));
  BOOST_TEST(n.asked() == (step_names{"deploy.prepare", "bios.factory_reset", "deploy.deploy",
                                      "boot.prepare_ramdisk", "power.set_power_state",
                                      "deploy.get_deploy_steps"}),
             boost::test_tools::per_element());
  agent_offers(n, "agent_cached_deploy_steps", json::array());
  n.run();
  BOOST_TEST(n.state() == "active");
  const auto later = n.asked();
  BOOST_TEST(std::count(later.begin(), later.end(), "bios.factory_reset") == 0);
}

BOOST_AUTO_TEST_CASE(an_agent_step_cannot_be_requested_before_the_ramdisk) {
  auto n = available_with_agent();
  // one of an interface, and one of the agent
  for (const auto* name : {"write_image", "erase_devices"}) {
    const auto refused = n.order("active", wanted("deploy", name, 150));
    BOOST_REQUIRE(refused.refused);
    BOOST_TEST(refused.refused->message.find(name) != std::string::npos);
    BOOST_TEST(refused.refused->message.find("150") != std::string::npos);
  }
  BOOST_TEST(n.state() == "available");
  BOOST_TEST(n.asked().empty());
}

BOOST_AUTO_TEST_CASE(an_agent_step_planned_before_its_boot_fails_the_deploy) {
  auto n = available_with_agent();
  deploy_until_asked(n);
  agent_offers(n, "agent_cached_deploy_steps", json::array({offered("too_soon", 150)}));
  n.run();
  BOOST_TEST(n.state() == "deploy failed");
  BOOST_TEST(n.now().attributes.last_error->find("deploy.too_soon") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_request_can_move_such_a_step) {
  auto n = available_with_agent();
  deploy_until_asked(n, wanted("deploy", "too_soon", 90));
  agent_offers(n, "agent_cached_deploy_steps", json::array({offered("too_soon", 150)}));
  n.run();
  BOOST_TEST(n.state() == "active");
}

BOOST_AUTO_TEST_CASE(only_deploying_steps_carry_the_config_drive) {
  auto n = available_with_agent();
  BOOST_REQUIRE(!n.order("active", {{"configdrive", "http://192.0.2.1/drive"}}).refused);
  step_names all;
  step_names with_drive;
  const auto note = [&] {
    all.push_back(n.request().what.name);
    if (n.request().machine.instance_info.contains("configdrive")) with_drive.push_back(all.back());
  };
  for (; n.is_out(); n.done()) note();
  ramdisk_calls(n);
  note();
  agent_offers(n, "agent_cached_deploy_steps", json::array());
  for (; n.is_out(); n.done()) note();
  BOOST_TEST(n.state() == "active");
  BOOST_TEST(with_drive == (step_names{"deploy", "write_image"}), boost::test_tools::per_element());
  BOOST_TEST(all.size() > 2 * with_drive.size());
}

BOOST_AUTO_TEST_CASE(after_a_failure_the_logs_are_collected_and_the_agent_dropped) {
  auto n = available_with_agent();
  deploy_until_asked(n);
  agent_offers(n, "agent_cached_deploy_steps", json::array());
  BOOST_REQUIRE(n.request().what.name == "write_image");
  n.answer(step_status::failed, "no disk");
  BOOST_TEST(n.state() == "deploy failed");
  BOOST_REQUIRE(n.request().what.name == "collect_logs");
  BOOST_TEST(n.request().what.args["failed"] == true);
  BOOST_TEST(n.request().machine.driver_internal_info.contains("agent_url"));
  BOOST_TEST(n.request().machine.driver_internal_info.contains("agent_secret_token"));
  n.run();
  BOOST_TEST(!n.now().attributes.driver_internal_info.contains("agent_url"));
  BOOST_TEST(!n.now().attributes.driver_internal_info.contains("agent_secret_token"));
}

BOOST_AUTO_TEST_CASE(an_undeploy_during_a_step_of_the_agent_clears_the_shown_step) {
  auto n = available_with_agent();
  n.options.automated_clean = false;
  deploy_until_asked(n);
  agent_offers(n, "agent_cached_deploy_steps", json::array());
  step_outcome waits;
  waits.status = step_status::waiting;
  n.answer(waits);
  BOOST_REQUIRE(n.state() == "wait call-back");
  BOOST_REQUIRE(n.now().attributes.deploy_step.value("step", "") == "write_image");
  BOOST_REQUIRE(!n.order("deleted").refused);
  n.run();
  BOOST_TEST(n.state() == "available");
  BOOST_TEST(n.now().attributes.deploy_step.empty());
}

BOOST_AUTO_TEST_CASE(a_machine_that_stays_on_boots_its_instance_at_the_end) {
  auto n = available_with_agent({{"disable_power_off", true}});
  deploy_until_asked(n);
  agent_offers(n, "agent_cached_deploy_steps", json::array());
  std::vector<std::string> targets;
  std::string before;
  while (n.is_out()) {
    if (n.request().what.name == "set_power_state")
      targets.push_back(before + " " + n.request().what.args["target"].get<std::string>());
    before = n.request().what.name;
    n.done();
  }
  BOOST_TEST(n.state() == "active");
  BOOST_TEST(targets == (step_names{"boot_instance rebooting"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
