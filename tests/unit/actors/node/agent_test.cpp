#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/agent_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using std::chrono::seconds;
using names = std::vector<std::string>;

BOOST_AUTO_TEST_SUITE(agents)

BOOST_AUTO_TEST_CASE(automated_cleaning_boots_the_agent_and_runs_its_steps) {
  auto n = with_agent();
  n.order("provide");
  while (n.is_out()) n.done();
  BOOST_TEST(n.asked() == (names{"deploy.prepare_cleaning", "boot.prepare_ramdisk",
                                 "power.set_power_state"}),
             boost::test_tools::per_element());
  BOOST_TEST(n.state() == "clean wait");
  BOOST_TEST(n.now().attributes.clean_step == json::object());

  boots(n);
  BOOST_TEST(n.state() == "cleaning");
  BOOST_TEST(n.request().what.name == "get_clean_steps");
  BOOST_TEST(n.request().machine.driver_internal_info["agent_secret_token"] == token);
  answer_with(n, offers({{"deploy", {erase(10), metadata(99)}}}));
  BOOST_TEST(n.request().what.name == "erase_devices_metadata");
  works(n);
  BOOST_TEST(n.state() == "clean wait");

  const auto version = n.now().sequence;
  n.heartbeat();
  auto asked = n.probes();
  BOOST_REQUIRE(asked.size() == 1U);
  BOOST_TEST(n.now().sequence == version);  // a probe costs no commit
  n.agent_ends(asked[0], ended(step_status::done));
  BOOST_TEST(n.request().what.name == "erase_devices");
  n.done();
  n.run();
  BOOST_TEST(n.state() == "available");
  BOOST_TEST(!n.now().attributes.driver_internal_info.contains("agent_secret_token"));
  BOOST_TEST(n.asked().back() == "power.set_power_state");
}

BOOST_AUTO_TEST_CASE(repeated_and_late_probe_results_change_nothing) {
  auto n = cleaning_with({{"deploy", {erase(10), metadata(99)}}});
  works(n);
  n.heartbeat();
  n.heartbeat();
  auto asked = n.probes();
  BOOST_REQUIRE(asked.size() == 2U);
  n.agent_ends(asked[0], ended(step_status::done));
  const auto sequence = n.now().sequence;
  n.agent_ends(asked[1], ended(step_status::failed, "late"));
  BOOST_TEST(n.now().sequence == sequence);
  BOOST_TEST(n.request().what.name == "erase_devices");
}

BOOST_AUTO_TEST_CASE(a_heartbeat_before_the_driver_s_answer_is_not_lost) {
  auto n = cleaning_with({{"deploy", {erase(10)}}});
  n.heartbeat();
  BOOST_TEST(n.probes().empty());
  works(n);
  BOOST_TEST(n.probes().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_step_that_asks_for_a_reboot_gets_it_and_a_new_token) {
  auto n = cleaning_with({{"deploy", {erase(10, true), metadata(5)}}});
  n.done();
  BOOST_TEST(n.request().what.name == "prepare_ramdisk");
  n.done();
  BOOST_TEST(n.request().what.args["target"] == "rebooting");
  BOOST_TEST(!n.now().attributes.driver_internal_info.contains("agent_secret_token"));
  BOOST_TEST(!n.now().attributes.driver_internal_info.contains("agent_url"));
  n.done();
  BOOST_TEST(n.state() == "clean wait");
  const auto old = n.tell(agent_heartbeat{"http://192.0.2.1:9999", "9.0", token, {}, {}});
  BOOST_TEST(old.refused.has_value());
  boots(n);
  BOOST_TEST(n.request().what.name == "erase_devices_metadata");
}

BOOST_AUTO_TEST_CASE(a_failed_agent_step_fails_the_cleaning) {
  auto n = cleaning_with({{"deploy", {erase(10)}}});
  works(n);
  n.heartbeat();
  n.agent_ends(n.probes().at(0), ended(step_status::failed, "a disk is frozen"));
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(n.now().attributes.last_error->find("a disk is frozen") != std::string::npos);
  BOOST_TEST(n.now().attributes.maintenance);
  n.run();
  const auto asked = n.asked();  // the machine stays on for the operator
  BOOST_TEST(std::count(asked.begin(), asked.end(), "power.set_power_state") == 0);
}

BOOST_AUTO_TEST_CASE(a_fraction_of_a_priority_decides_the_order_and_is_shown) {
  auto n = cleaning_with({{"deploy", {metadata(10), erase(10.5)}}});
  BOOST_TEST(n.request().what.name == "erase_devices");
  BOOST_TEST(n.now().attributes.clean_step["priority"] == 10.5);
  n.done();
  BOOST_TEST(n.request().what.name == "erase_devices_metadata");
  BOOST_TEST(to_text(n.now().attributes.clean_step["priority"]) == "10");
  n.run();
  BOOST_TEST(n.state() == "available");
}

BOOST_AUTO_TEST_CASE(other_hardware_managers_begin_automated_cleaning_again) {
  auto n = cleaning_with({{"deploy", {erase(10), metadata(99)}}});
  n.done();
  auto changed = ended(step_status::interrupted, "version mismatch");
  changed.steps_changed = true;
  changed.observed = offers({{"deploy", {erase(20), metadata(5)}}}, "2");
  n.answer(changed);
  BOOST_TEST(n.request().what.name == "erase_devices");
  BOOST_TEST(n.request().what.priority == 20);
  n.done();
  BOOST_TEST(n.request().what.name == "erase_devices_metadata");
  n.run();
  BOOST_TEST(n.state() == "available");
}

BOOST_AUTO_TEST_CASE(other_hardware_managers_repeat_a_manual_step) {
  auto n = with_agent();
  n.order("clean", {{"clean_steps", {{{"interface", "deploy"}, {"step", "erase_devices"}}}}});
  while (n.is_out()) n.done();
  boots(n);
  answer_with(n, offers({{"deploy", {erase(0)}}}));
  auto changed = ended(step_status::interrupted, "version mismatch");
  changed.steps_changed = true;
  n.answer(changed);
  BOOST_TEST(n.request().what.name == "erase_devices");
  BOOST_TEST(n.request().id.attempt == 2U);
  n.run();
  BOOST_TEST(n.state() == "manageable");
}

BOOST_AUTO_TEST_CASE(an_ever_changing_agent_fails_the_workflow) {
  auto n = cleaning_with({{"deploy", {erase(10)}}});
  auto changed = ended(step_status::interrupted, "version mismatch");
  changed.steps_changed = true;
  for (int i = 0; i < 4 && n.is_out() && n.state() == "cleaning"; ++i) n.answer(changed);
  BOOST_TEST(n.state() == "clean failed");
}

BOOST_AUTO_TEST_CASE(a_deploy_asks_the_agent_and_merges_its_steps) {
  auto n = with_agent();
  n.order("provide");
  while (n.is_out()) n.done();
  boots(n);
  answer_with(n, offers(json::object()));
  n.run();
  BOOST_REQUIRE(n.state() == "available");
  n.asked();
  n.order("active", {{"deploy_steps",
                      {{{"interface", "deploy"}, {"step", "erase_devices"}, {"priority", 90}}}}});
  while (n.is_out()) n.done();
  BOOST_TEST(n.state() == "wait call-back");
  BOOST_TEST(n.asked() == (names{"deploy.prepare", "deploy.deploy", "boot.prepare_ramdisk",
                                 "power.set_power_state"}),
             boost::test_tools::per_element());
  boots(n);
  answer_with(n, offers({{"deploy", {erase(0), metadata(70)}}}));
  n.run();
  BOOST_TEST(n.state() == "active");
  BOOST_TEST(n.asked() ==
                 (names{"deploy.get_deploy_steps", "deploy.erase_devices", "deploy.write_image",
                        "deploy.erase_devices_metadata", "deploy.tear_down_agent",
                        "power.set_power_state", "deploy.boot_instance", "power.set_power_state"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_machine_that_its_agent_switches_off_stays_off) {
  auto n = with_agent();
  n.order("provide");
  while (n.is_out()) n.done();
  boots(n);
  n.run();
  n.order("active");
  while (n.is_out()) n.done();
  boots(n);
  answer_with(n, offers(json::object()));
  while (n.is_out() && n.request().what.name != "set_power_state") n.done();
  BOOST_TEST_REQUIRE(n.is_out());
  n.edit().attributes.power_state = power_state::on;
  while (n.is_out()) n.answer(ended(step_status::failed, "HTTP 500"));
  BOOST_TEST(n.state() == "deploy failed");
  n.asked();
  for (int i = 0; i < 3; ++i) n.tell(observe_power{{test_uuid, power_state::off, {}, {}}});
  BOOST_TEST(n.asked().empty());
  BOOST_TEST((n.now().attributes.power_state.value() == power_state::off));
}

BOOST_AUTO_TEST_CASE(an_unknown_step_fails_the_deploy) {
  auto n = with_agent();
  n.order("provide");
  while (n.is_out()) n.done();
  boots(n);
  n.run();
  n.order("active",
          {{"deploy_steps", {{{"interface", "deploy"}, {"step", "no_such"}, {"priority", 90}}}}});
  while (n.is_out()) n.done();
  boots(n);
  answer_with(n, offers(json::object()));
  BOOST_TEST(n.state() == "deploy failed");
  BOOST_TEST(n.now().attributes.last_error->find("deploy.no_such") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(manual_cleaning_without_the_agent_s_steps_boots_no_ramdisk) {
  auto n = with_agent();
  n.order("clean", {{"clean_steps", {{{"interface", "bios"}, {"step", "factory_reset"}}}}});
  n.run();
  BOOST_TEST(n.state() == "manageable");
  BOOST_TEST(n.asked() == (names{"deploy.prepare_cleaning", "bios.factory_reset",
                                 "deploy.collect_logs", "deploy.tear_down_cleaning"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
