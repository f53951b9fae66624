#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/agent_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using std::chrono::seconds;

namespace {

using words = std::vector<std::string>;

constexpr auto timeout = seconds{300};

/// A manageable node with a running agent, which sends heartbeats between workflows.
node_fixture with_live_agent() {
  auto n = with_agent();
  n.installation.fast_track = true;
  n.options.fast_track_timeout = timeout;
  n.edit().attributes.power_state = power_state::on;
  boots(n);
  return n;
}

/// Cleans to the end; the agent offers one step.
void clean(node_fixture& fixture) {
  fixture.order("provide");
  while (fixture.is_out() && fixture.request().what.name != "get_clean_steps") fixture.done();
  answer_with(fixture, offers({{"deploy", {erase(10)}}}));
  fixture.run();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fast_track)

BOOST_AUTO_TEST_CASE(a_running_agent_is_used_and_kept) {
  auto n = with_live_agent();
  clean(n);
  BOOST_TEST(
      n.asked() == (words{"deploy.prepare_cleaning", "boot.prepare_ramdisk",
                          "deploy.get_clean_steps", "deploy.erase_devices", "deploy.collect_logs",
                          "deploy.tear_down_cleaning", "boot.clean_up_ramdisk"}),
      boost::test_tools::per_element());
  BOOST_TEST(n.states() == (words{"cleaning", "available"}), boost::test_tools::per_element());
  BOOST_TEST(n.now().attributes.driver_internal_info["agent_secret_token"] == token);

  n.order("active");
  while (n.is_out() && n.request().what.name != "get_deploy_steps") n.done();
  BOOST_REQUIRE(n.is_out());
  BOOST_TEST(n.asked() == (words{"deploy.prepare", "deploy.deploy", "boot.prepare_ramdisk",
                                 "deploy.get_deploy_steps"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(skipped_steps_are_done_in_the_ledger) {
  auto n = with_live_agent();
  clean(n);
  json operation;
  for (const auto& row : n.rows())
    if (row.collection == "operations") operation = json::parse(row.summary);
  size_t skipped = 0;
  for (const auto& entry : operation.at("ledger"))
    if (entry.at("evidence") == "the agent keeps running") {
      ++skipped;
      BOOST_TEST(entry.at("status") == "done");
    }
  BOOST_TEST(skipped == 2U);  // the reboot before, the power off after
}

BOOST_AUTO_TEST_CASE(the_node_s_setting_overrides_the_option) {
  auto n = with_live_agent();
  n.patch("add", "/driver_info/fast_track", false);
  n.order("provide");
  n.run();
  BOOST_TEST(n.asked().back() == "power.set_power_state");
  BOOST_TEST(n.state() == "clean wait");
}

BOOST_AUTO_TEST_CASE(an_agent_without_a_recent_heartbeat_is_not_used) {
  auto n = with_live_agent();
  n.time += timeout + seconds{1};
  n.order("provide");
  n.run();
  BOOST_TEST(n.asked().back() == "power.set_power_state");
  BOOST_TEST(n.state() == "clean wait");
  BOOST_TEST(!n.now().attributes.driver_internal_info.contains("agent_secret_token"));
}

BOOST_AUTO_TEST_CASE(a_machine_that_is_off_has_no_agent) {
  auto n = with_live_agent();
  n.edit().attributes.power_state = power_state::off;
  n.order("provide");
  n.run();
  BOOST_TEST(n.state() == "clean wait");
}

BOOST_AUTO_TEST_CASE(a_dead_agent_is_rebooted) {
  auto n = with_live_agent();
  n.order("provide");
  while (n.request().what.name != "get_clean_steps") n.done();
  n.asked();
  n.answer(step_status::failed, "The agent cannot be reached.");
  BOOST_TEST(n.request().what.name == "prepare_ramdisk");
  n.done();
  BOOST_TEST(n.request().what.name == "set_power_state");
  BOOST_TEST(n.request().what.args.at("target") == "rebooting");
  n.done();
  BOOST_TEST(n.state() == "clean wait");
  boots(n);
  BOOST_TEST(n.request().what.name == "get_clean_steps");
  n.answer(step_status::failed, "The agent cannot be reached.");  // booted for us: no exception
  BOOST_TEST(n.state() == "clean failed");
}

BOOST_AUTO_TEST_CASE(after_a_failure_the_machine_is_powered_off_and_the_agent_dropped) {
  auto n = with_live_agent();
  n.options.poweroff_in_cleanfail = true;
  n.order("provide");
  while (n.request().what.name != "get_clean_steps") n.done();
  answer_with(n, offers({{"deploy", {erase(10)}}}));
  n.answer(step_status::failed, "the disk is frozen");
  n.run();
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(n.asked().back() == "power.set_power_state");
  BOOST_TEST(!n.now().attributes.driver_internal_info.contains("agent_secret_token"));
}

BOOST_AUTO_TEST_CASE(heartbeats_between_workflows_are_saved_rarely) {
  auto n = with_live_agent();
  const auto saved = n.now().attributes.driver_internal_info["agent_last_heartbeat"];
  n.time += timeout / 3;
  n.heartbeat();
  BOOST_TEST(n.now().attributes.driver_internal_info["agent_last_heartbeat"] == saved);
  n.time += seconds{1};
  n.heartbeat();
  BOOST_TEST(n.now().attributes.driver_internal_info["agent_last_heartbeat"] != saved);
}

BOOST_AUTO_TEST_CASE(without_fast_track_nothing_is_kept) {
  auto n = with_agent();
  n.edit().attributes.power_state = power_state::on;
  const auto found = n.tell(agent_lookup{token});
  BOOST_TEST(!found.refused);
  n.heartbeat();
  BOOST_TEST(!n.now().attributes.driver_internal_info.contains("agent_url"));
}

BOOST_AUTO_TEST_SUITE_END()
