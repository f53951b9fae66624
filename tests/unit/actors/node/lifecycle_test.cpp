#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

using names = std::vector<std::string>;

const json erase_steps = json::array({{{"interface", "bios"}, {"step", "factory_reset"}},
                                      {{"interface", "raid"}, {"step", "create_configuration"}}});

node_fixture active() {
  auto n = available();
  n.order("active");
  n.run();
  n.states();
  n.asked();
  return n;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_new_node_is_in_enroll_with_the_default_interfaces) {
  node_fixture n;
  BOOST_TEST(n.state() == "enroll");
  BOOST_TEST(n.now().attributes.power_interface.value() == "fake");
  BOOST_TEST(n.now().attributes.rescue_interface.value() == "fake");
}

BOOST_AUTO_TEST_CASE(a_node_created_below_1_11_is_available) {
  node_fixture n;
  n.tell(delete_node{});
  n.tell(create_node{{{"driver", "fake-hardware"}}, 10});
  BOOST_TEST(n.state() == "available");
}

BOOST_AUTO_TEST_CASE(a_whole_life) {
  node_fixture n;
  n.order("manage");
  n.run();
  n.order("inspect");
  n.run();
  n.order("provide");
  n.run();
  n.order("active");
  n.run();
  n.order("deleted");
  n.run();
  const names expected{"verifying", "manageable", "inspecting", "manageable",
                       "cleaning",  "available",  "deploying",  "active",
                       "deleting",  "cleaning",   "available"};
  BOOST_TEST(n.states() == expected, boost::test_tools::per_element());
  const names steps{"power.get_power_state",   "inspect.inspect_hardware",
                    "deploy.prepare_cleaning", "deploy.tear_down_cleaning",
                    "deploy.prepare",          "deploy.deploy",
                    "deploy.clean_up",         "deploy.tear_down",
                    "deploy.prepare_cleaning", "deploy.tear_down_cleaning"};
  BOOST_TEST(n.asked() == steps, boost::test_tools::per_element());
  BOOST_TEST(!n.now().attributes.target_state);
  BOOST_TEST(!n.now().attributes.last_error);
  BOOST_TEST(!n.now().current);
}

BOOST_AUTO_TEST_CASE(events_are_numbered_without_a_gap) {
  auto n = active();
  for (size_t i = 0; i < n.events().size(); ++i)
    BOOST_TEST(n.events()[i].sequence.value() == i + 1);
}

BOOST_AUTO_TEST_CASE(a_failed_verification_returns_to_enroll) {
  node_fixture n;
  n.order("manage");
  n.answer(step_status::failed, "no answer from the BMC");
  BOOST_TEST(n.state() == "enroll");
  BOOST_TEST(!n.now().attributes.target_state);
  BOOST_TEST(n.now().attributes.last_error->find("no answer from the BMC") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_manual_clean_runs_its_steps_in_order_and_ends_manageable) {
  auto n = manageable();
  n.order("clean", {{"clean_steps", erase_steps}});
  BOOST_TEST((n.now().attributes.target_state == provision_state::manageable));
  n.done();
  BOOST_TEST(n.now().attributes.clean_step["step"] == "factory_reset");
  n.run();
  BOOST_TEST(n.state() == "manageable");
  const names steps{"deploy.prepare_cleaning", "bios.factory_reset", "raid.create_configuration",
                    "deploy.tear_down_cleaning"};
  BOOST_TEST(n.asked() == steps, boost::test_tools::per_element());
  BOOST_TEST(n.now().attributes.clean_step == json::object());
}

BOOST_AUTO_TEST_CASE(priorities_decide_the_order_of_automated_cleaning) {
  auto n = manageable();
  n.installation.clean_step_priority_override = {
      {"raid.create_configuration", 20}, {"bios.factory_reset", 20}, {"deploy.erase_devices", 30}};
  n.order("provide");
  n.run();
  const names steps{"deploy.prepare_cleaning", "deploy.erase_devices", "bios.factory_reset",
                    "raid.create_configuration", "deploy.tear_down_cleaning"};
  BOOST_TEST(n.asked() == steps, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(disabled_cleaning_is_skipped) {
  auto n = manageable();
  n.options.automated_clean = false;
  n.order("provide");
  BOOST_TEST(n.states() == (names{"cleaning", "available"}), boost::test_tools::per_element());
  BOOST_TEST(!n.is_out());
}

BOOST_AUTO_TEST_CASE(a_retired_node_ends_manageable_after_its_undeploy) {
  auto n = active();
  n.patch("add", "/retired", true);
  n.order("deleted");
  n.run();
  BOOST_TEST(n.state() == "manageable");
}

BOOST_AUTO_TEST_CASE(undeploy_drops_the_instance) {
  auto n = available();
  n.patch("add", "/instance_info/image_source", "http://192.0.2.1/image");
  n.order("active", {{"configdrive", {{"meta_data", {{"a", 1}}}}}});
  n.run();
  BOOST_TEST(n.now().attributes.instance_info.contains("configdrive"));
  n.order("deleted");
  n.run();
  BOOST_TEST(n.now().attributes.instance_info == json::object());
}

BOOST_AUTO_TEST_CASE(rebuild_deploys_again_without_cleaning) {
  auto n = active();
  n.order("rebuild");
  n.run();
  BOOST_TEST(n.states() == (names{"deploying", "active"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(rescue_and_unrescue) {
  auto n = active();
  n.order("rescue", {{"hashed_rescue_password", "sesame"}});
  n.run();
  BOOST_TEST(n.state() == "rescue");
  BOOST_TEST(!n.now().attributes.instance_info.contains("hashed_rescue_password"));
  n.order("unrescue");
  n.run();
  BOOST_TEST(n.state() == "active");
}

BOOST_AUTO_TEST_CASE(adopt_keeps_the_node_unchanged) {
  auto n = manageable();
  n.order("adopt");
  n.run();
  BOOST_TEST(n.state() == "active");
}

BOOST_AUTO_TEST_CASE(a_failed_adoption_drops_the_power_state) {
  auto n = manageable();
  n.edit().attributes.power_state = power_state::on;
  n.order("adopt");
  n.answer(step_status::failed, "no such image");
  BOOST_TEST(n.state() == "adopt failed");
  BOOST_TEST(!n.now().attributes.power_state);
  BOOST_TEST(!n.now().attributes.maintenance);
}

BOOST_AUTO_TEST_CASE(servicing_returns_to_active) {
  auto n = active();
  n.order("service", {{"service_steps", erase_steps}});
  n.run();
  BOOST_TEST(n.states() == (names{"servicing", "active"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_undeploy_that_fails_ends_in_error_without_the_instance) {
  auto n = active();
  n.patch("add", "/instance_info/a", 1);
  n.order("deleted");
  n.answer(step_status::failed, "cannot power off");
  BOOST_TEST(n.state() == "error");
  BOOST_TEST(n.now().attributes.instance_info == json::object());
  n.order("deleted");
  n.run();
  BOOST_TEST(n.state() == "available");
}

BOOST_AUTO_TEST_CASE(finished_operations_are_kept_with_their_ledger) {
  auto n = manageable();
  n.order("clean", {{"clean_steps", erase_steps}});
  n.run();
  json ledger;
  for (const auto& row : n.rows())
    if (row.collection == "operations") ledger = json::parse(row.summary).at("ledger");
  BOOST_REQUIRE(ledger.size() == 4);
  for (size_t i = 0; i < ledger.size(); ++i) {
    BOOST_TEST(ledger[i].at("index") == i);
    BOOST_TEST(ledger[i].at("status") == "done");
  }
}
