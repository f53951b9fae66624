// Out-of-band inspection by a driver.
#include "actors/inspection/rules/rule.hpp"
#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

inspection::policy policy_for(const char* interfaces) {
  inspection::policy_options x;
  x.supported_interfaces = interfaces;
  x.api_call_hosts = {"cmdb"};
  return inspection::make_policy(x).value();
}

/// A node whose BMC is about to be read; the rules apply to every inspect interface.
node_fixture asked_by_driver(const json& rules) {
  node_fixture n{{{"inspect_interface", "fake"}}};
  n.policy = policy_for(".*");
  auto list = std::make_shared<std::vector<inspection::rule_ptr>>();
  for (auto rule : rules) {
    rule["uuid"] = random_uuid();
    list->push_back(inspection::compile_rule(rule, inspection::rule_origin::user).value());
  }
  n.rules = std::move(list);
  n.order("manage");
  n.run();
  n.order("inspect");
  BOOST_REQUIRE(n.request().what.name == "inspect_hardware");
  return n;
}

step_outcome a_server() {
  const json inventory{{"interfaces", {{{"name", "eth0"}, {"mac_address", "52:54:00:00:00:01"}}}},
                       {"cpu", {{"architecture", "x86_64"}}},
                       {"boot", {{"pxe_interface", "52:54:00:00:00:01"}}}};
  step_outcome x;
  x.observed.inventory = {{"inventory", inventory}, {"plugin_data", json::object()}};
  return x;
}

json rule_with(const json& action, const char* phase = "main") {
  return {{"phase", phase}, {"actions", {action}}};
}

json note(const char* key, const char* value) {
  return {{"op", "set-attribute"}, {"args", {std::string{"/extra/"} + key, value}}};
}

const row* stored_inventory(const node_fixture& fixture) {
  const row* out = nullptr;
  for (const auto& x : fixture.rows())
    if (x.collection == "inventory") out = &x;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(inspection_by_a_driver)

BOOST_AUTO_TEST_CASE(hooks_and_rules_of_all_phases_see_the_data) {
  const json early{{"op", "set-plugin-data"}, {"args", {"seen", "{inventory[cpu][architecture]}"}}};
  auto n = asked_by_driver(
      json::array({rule_with(early, "early"), rule_with(note("arch", "{plugin_data[seen]}"))}));
  n.answer(a_server());
  n.run();
  BOOST_TEST(n.state() == "manageable");
  BOOST_TEST(n.now().attributes.extra["arch"] == "x86_64");
  BOOST_TEST(n.now().attributes.properties["cpu_arch"] == "x86_64");
  BOOST_TEST(n.now().ports.size() == 1U);
  BOOST_REQUIRE(stored_inventory(n) != nullptr);
  BOOST_TEST(json::parse(stored_inventory(n)->summary)["plugin_data"]["seen"] == "x86_64");
}

BOOST_AUTO_TEST_CASE(rules_run_without_data) {
  auto n = asked_by_driver(json::array({rule_with(note("driver", "{node.driver}"))}));
  n.run();
  BOOST_TEST(n.state() == "manageable");
  BOOST_TEST(n.now().attributes.extra["driver"] == "fake-hardware");
  BOOST_TEST(stored_inventory(n) == nullptr);
}

BOOST_AUTO_TEST_CASE(by_default_only_hooks_run) {
  auto n = asked_by_driver(json::array({rule_with({{"op", "fail"}, {"args", {"no"}}})}));
  n.policy = inspection::default_policy();
  n.answer(a_server());
  n.run();
  BOOST_TEST(n.state() == "manageable");
  BOOST_TEST(n.now().attributes.properties["cpu_arch"] == "x86_64");
  BOOST_TEST(stored_inventory(n) != nullptr);
}

BOOST_AUTO_TEST_CASE(a_failed_rule_fails_the_inspection) {
  auto n = asked_by_driver(json::array({rule_with({{"op", "fail"}, {"args", {"too old"}}})}));
  n.answer(a_server());
  n.run();
  BOOST_TEST(n.state() == "inspect failed");
  const auto error = n.now().attributes.last_error.value();
  BOOST_TEST(error.starts_with(std::string{"Inspection failed on node "} + test_uuid), error);
  BOOST_TEST(error.ends_with("fail: too old"), error);
  BOOST_TEST(n.now().ports.empty());
  BOOST_TEST(stored_inventory(n) == nullptr);
}

BOOST_AUTO_TEST_CASE(without_loaded_rules_it_fails) {
  auto n = asked_by_driver(json::array());
  n.rules = nullptr;
  n.answer(a_server());
  n.run();
  BOOST_TEST(n.state() == "inspect failed");
  BOOST_TEST(n.now().attributes.last_error->find("are not loaded yet") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_api_call_interrupts_the_rules) {
  const json call{{"op", "api-call"}, {"args", {{"url", "http://cmdb/1"}}}};
  auto n = asked_by_driver(json::array(
      {{{"actions", json::array({call, note("arch", "{inventory[cpu][architecture]}")})}}}));
  n.answer(a_server());
  BOOST_REQUIRE(n.is_out());
  BOOST_TEST(n.request().what.name == "call_api");
  BOOST_TEST(n.request().what.args["url"] == "http://cmdb/1");
  n.run();
  BOOST_TEST(n.state() == "manageable");
  BOOST_TEST(n.now().attributes.extra["arch"] == "x86_64");
}

BOOST_AUTO_TEST_SUITE_END()
