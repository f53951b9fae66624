// Driver calls that a workflow's step needs but its plan does not have.
#include "messages/base/text.hpp"
#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/agent_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

using names = std::vector<std::string>;

const std::string start_of_error =
    "Clean step 'deploy.erase_devices' failed on node " + std::string{test_uuid} + ": ";

/// A cleaning has lost its agent, and the ramdisk is about to boot again.
node_fixture rebooting_for_agent() {
  node_fixture n{{{"deploy_interface", "direct"}, {"boot_interface", "network"}}};
  n.options.poweroff_in_cleanfail = true;
  n.order("manage");
  n.run();
  n.order("provide");
  n.run();
  boots(n);
  answer_with(n, offers({{"deploy", {erase(10)}}}));
  auto gone = ended(step_status::interrupted, "it cannot be reached");
  gone.agent_gone = true;
  n.answer(gone);
  BOOST_TEST_REQUIRE(n.request().what.name == "prepare_ramdisk");
  n.asked();
  return n;
}

node_fixture rebooting() {
  auto n = rebooting_for_agent();
  while (n.request().what.name != "set_power_state") n.done();
  n.asked();
  return n;
}

/// The worker died during the plan's own restart of the machine, which is prepared again.
node_fixture preparing_a_lost_restart() {
  node_fixture n{{{"deploy_interface", "direct"}, {"boot_interface", "network"}}};
  n.options.poweroff_in_cleanfail = true;
  n.order("manage");
  n.run();
  n.order("provide");
  while (n.request().what.name != "set_power_state") n.done();
  n.answer(step_status::interrupted, "its worker died");
  BOOST_TEST_REQUIRE(n.request().what.args.value("target", "") == "power off");
  n.asked();
  return n;
}

const std::string& error_of(const node_fixture& n) { return *n.now().attributes.last_error; }

/// Ends the finish steps; returns whether one of them switches the machine off.
bool switches_off(node_fixture& n) {
  bool off = false;
  while (n.is_out()) {
    off |= n.request().what.name == "set_power_state" ||
           n.request().what.args.value("power_off", false);
    n.done();
  }
  return off;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(unplanned_calls)

BOOST_AUTO_TEST_CASE(a_failed_restart_fails_the_step_at_once) {
  auto n = rebooting();
  n.answer(step_status::failed, "HTTP 400: the chassis is locked");
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(error_of(n) ==
             start_of_error + "power.set_power_state failed: HTTP 400: the chassis is locked");
  BOOST_TEST(switches_off(n));
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(!n.now().current);
}

BOOST_AUTO_TEST_CASE(the_further_calls_of_the_step_are_dropped) {
  auto n = rebooting_for_agent();
  n.answer(step_status::failed, "no space left");
  BOOST_TEST(error_of(n) == start_of_error + "boot.prepare_ramdisk failed: no space left");
  BOOST_TEST(n.now().calls.empty());
  BOOST_TEST(n.asked() == names{"deploy.collect_logs"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_client_s_call_is_not_dropped) {
  auto n = rebooting_for_agent();
  n.tell(call_driver{"management", "get_boot_device", json::object(), true});
  const auto id = n.last_id();
  n.answer(step_status::failed, "no space left");
  BOOST_TEST(n.request().what.name == "get_boot_device");
  n.done();
  BOOST_TEST(n.later(id).has_value());
  BOOST_TEST(n.request().what.name == "collect_logs");
}

BOOST_AUTO_TEST_CASE(a_client_s_failed_call_fails_no_step) {
  auto n = rebooting_for_agent();
  n.tell(call_driver{"management", "get_boot_device", json::object(), true});
  while (n.request().what.name != "get_boot_device") n.done();
  n.answer(step_status::failed, "HTTP 500");
  BOOST_TEST(n.state() == "clean wait");
}

BOOST_AUTO_TEST_CASE(a_restart_without_a_known_end_leaves_the_power_in_doubt) {
  auto n = rebooting();
  auto out = ended(step_status::failed, "HTTP 500");
  out.power_unknown = true;
  out.observed.power_state = power_state::off;
  n.answer(out);
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(error_of(n).starts_with(start_of_error + "power.set_power_state failed: HTTP 500 It is"
                                                      " unknown whether the machine carries out"));
  BOOST_TEST(n.now().power_unconfirmed.value().order == "rebooting");
  BOOST_TEST(!switches_off(n));
}

BOOST_AUTO_TEST_CASE(a_silent_driver_leaves_it_in_doubt_as_well) {
  auto n = rebooting();
  n.pass(n.options.step_timeout);
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(error_of(n).starts_with(
      start_of_error + "power.set_power_state failed: No driver answered within 1800 s. It is"));
  BOOST_TEST(n.now().power_unconfirmed.has_value());
  BOOST_TEST(!switches_off(n));
}

BOOST_AUTO_TEST_CASE(a_failed_preparation_of_a_lost_restart_fails_its_step) {
  auto n = preparing_a_lost_restart();
  n.answer(step_status::failed, "HTTP 403");
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(error_of(n) == "Clean step 'power.reboot' failed on node " + std::string{test_uuid} +
                                ": power.set_power_state failed: HTTP 403");
  BOOST_TEST(n.asked() == names{"deploy.collect_logs"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_failed_restart_between_parts_fails_the_step) {
  auto n = manageable();
  n.order("clean", {{"clean_steps", {{{"interface", "deploy"}, {"step", "flash"}}}}});
  n.done();
  step_outcome part;
  part.status = step_status::interrupted;
  part.part_done = true;
  part.reboot_first = true;
  n.answer(part);
  BOOST_TEST_REQUIRE(n.request().what.name == "set_power_state");
  n.answer(step_status::failed, "HTTP 403");
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(error_of(n) == "Clean step 'deploy.flash' failed on node " + std::string{test_uuid} +
                                ": power.set_power_state failed: HTTP 403");
}

BOOST_AUTO_TEST_CASE(after_a_restart_of_the_service_the_failure_counts_as_before) {
  auto n = rebooting();
  n.take_over();
  BOOST_TEST_REQUIRE(n.request().again);
  n.answer(step_status::failed, "HTTP 403");
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(error_of(n) == start_of_error + "power.set_power_state failed: HTTP 403");
  const auto failed = n.now();
  n.repeat_last();
  BOOST_TEST((n.now().attributes == failed.attributes));
}

BOOST_AUTO_TEST_CASE(an_interrupted_call_is_repeated_and_may_fail_then) {
  auto n = rebooting();
  n.answer(step_status::interrupted, "its worker died");
  BOOST_TEST(n.request().what.args.value("target", "") == "power off");
  n.answer(step_status::failed, "HTTP 403");
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(n.now().calls.empty());
  BOOST_TEST(error_of(n) == start_of_error + "power.set_power_state failed: HTTP 403");
}

BOOST_AUTO_TEST_CASE(repeats_are_bounded) {
  auto n = rebooting_for_agent();
  n.done();
  BOOST_TEST_REQUIRE(n.request().what.name == "set_boot_device");
  int attempts = 0;
  for (; n.request().what.name == "set_boot_device" && attempts < 50; ++attempts)
    n.answer(step_status::interrupted, "its worker died");
  BOOST_TEST(attempts == 10);
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(error_of(n) == start_of_error + "management.set_boot_device failed: its worker died");
}

BOOST_AUTO_TEST_CASE(the_failure_of_a_call_of_an_earlier_step_is_only_recorded) {
  auto n = rebooting();
  n.edit().calls.front().of_step->attempt = 99;
  n.answer(step_status::failed, "HTTP 403");
  BOOST_TEST(n.state() != "clean failed");
  BOOST_TEST(error_of(n) == "power.set_power_state failed: HTTP 403");
}

BOOST_AUTO_TEST_CASE(a_step_that_may_be_left_out_is_left_out) {
  node_fixture n{json{{"management_interface", "telling"}}};
  n.order("manage");
  while (n.request().what.name != "detect_vendor") n.done();
  auto& op = *n.edit().current;
  const auto place = op.index;
  op.steps.at(place - 1).interface = "management";
  op.steps.at(place - 1).name = "set_boot_device";
  op.steps.at(place).interface = "power";
  op.steps.at(place).name = "reboot";
  n.answer(step_status::interrupted, "its worker died");
  BOOST_TEST_REQUIRE(n.now().calls.size() == 2U);
  n.answer(step_status::failed, "HTTP 403");
  BOOST_TEST_REQUIRE(n.state() == "verifying");
  BOOST_TEST(n.now().calls.empty());
  const auto& entry = n.now().current->ledger.at(n.now().current->ledger.size() - 2);
  BOOST_TEST(entry.index == place);
  BOOST_TEST(entry.status == "failed");
  BOOST_TEST(entry.evidence == "power.set_power_state failed: HTTP 403");
  n.run();
  BOOST_TEST(n.state() == "manageable");
}

BOOST_AUTO_TEST_SUITE_END()
