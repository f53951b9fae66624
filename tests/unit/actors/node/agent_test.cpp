#include "tests/support/node_bench/agent_bench.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using std::chrono::seconds;
using names = std::vector<std::string>;

BOOST_AUTO_TEST_SUITE(agents)

BOOST_AUTO_TEST_CASE(automated_cleaning_boots_the_agent_and_runs_what_it_offers) {
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
  BOOST_TEST(n.request().on.driver_internal_info["agent_secret_token"] == token);
  answer_with(n, offers({{"deploy", {erase(10), metadata(99)}}}));
  BOOST_TEST(n.request().what.name == "erase_devices_metadata");
  works(n);
  BOOST_TEST(n.state() == "clean wait");

  const auto version = n.now().sequence;
  n.heartbeat();
  auto asked = n.probes();
  BOOST_REQUIRE(asked.size() == 1U);
  BOOST_TEST(n.now().sequence == version);  // asking costs no commit
  n.agent_ends(asked[0], ended(step_status::done));
  BOOST_TEST(n.request().what.name == "erase_devices");
  n.done();
  n.run();
  BOOST_TEST(n.state() == "available");
  BOOST_TEST(!n.now().attributes.driver_internal_info.contains("agent_secret_token"));
  BOOST_TEST(n.asked().back() == "power.set_power_state");
}

BOOST_AUTO_TEST_CASE(what_a_probe_finds_twice_or_too_late_moves_nothing) {
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

BOOST_AUTO_TEST_CASE(a_call_that_comes_before_the_driver_has_told_is_made_good) {
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
  const auto asked = n.asked();  // the machine stays on for who looks after it
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

BOOST_AUTO_TEST_CASE(an_agent_that_changes_all_the_time_fails_in_the_end) {
  auto n = cleaning_with({{"deploy", {erase(10)}}});
  auto changed = ended(step_status::interrupted, "version mismatch");
  changed.steps_changed = true;
  for (int i = 0; i < 4 && n.is_out() && n.state() == "cleaning"; ++i) n.answer(changed);
  BOOST_TEST(n.state() == "clean failed");
}

BOOST_AUTO_TEST_CASE(an_agent_that_began_anew_is_booted_again_and_repeats_its_step) {
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

BOOST_AUTO_TEST_CASE(what_is_about_to_be_rebooted_gets_no_token) {
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

// Its token's answer was lost: it can do nothing but ask again, and would lock itself if it was
// told that there is a token.
BOOST_AUTO_TEST_CASE(an_agent_that_lost_its_token_before_it_called_is_booted_again_in_time) {
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

BOOST_AUTO_TEST_CASE(a_silent_agent_fails_with_its_last_sign) {
  auto n = cleaning_with({{"deploy", {erase(10)}}});
  works(n);
  n.pass(seconds{1800});
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(n.now().attributes.last_error->find("last heard at") != std::string::npos);
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

BOOST_AUTO_TEST_CASE(an_agent_that_says_that_it_works_moves_the_deadline_of_a_long_step) {
  auto n = cleaning_with({{"deploy", {erase(10)}}});
  works(n);
  for (int i = 0; i < 18; ++i) {
    n.pass(seconds{601});
    n.heartbeat();
    const auto asked = n.probes();
    BOOST_REQUIRE(asked.size() == 1U);
    BOOST_TEST((asked[0].deadline <= n.time));  // from then on it is news that the step goes on
    n.agent_ends(asked[0], ended(step_status::waiting));
    n.heartbeat();
    BOOST_TEST((n.probes().at(0).deadline == n.time + seconds{600}));
  }
  BOOST_TEST(n.state() == "clean wait");
  n.pass(seconds{1800});
  BOOST_TEST(n.state() == "clean failed");
}

// It beats for ever, and never says that it works on the step.
BOOST_AUTO_TEST_CASE(beats_alone_move_no_deadline) {
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

BOOST_AUTO_TEST_CASE(an_agent_that_refuses_our_token_is_booted_again_once) {
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

BOOST_AUTO_TEST_CASE(a_step_that_neither_interfaces_nor_agent_know_fails_the_deploy) {
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
