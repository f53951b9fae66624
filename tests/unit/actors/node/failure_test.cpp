#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/cleaning_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using std::chrono::seconds;

namespace {

using names = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_CASE(a_failed_clean_step_sets_maintenance_and_fault_and_cleans_up) {
  auto n = node_in_factory_reset();
  n.answer(step_status::failed, "flash is worn out");
  BOOST_TEST(n.state() == "clean failed");
  const auto& attributes = n.now().attributes;
  BOOST_TEST(attributes.maintenance);
  BOOST_TEST(attributes.fault.value() == "clean failure");
  BOOST_TEST(attributes.last_error->find("bios.factory_reset") != std::string::npos);
  BOOST_TEST(attributes.maintenance_reason.value() == attributes.last_error.value());
  BOOST_TEST((attributes.target_state == provision_state::manageable));
  BOOST_TEST(n.asked() == names{"deploy.tear_down_cleaning"}, boost::test_tools::per_element());
  BOOST_TEST(n.request().what.args["power_off"] == false);
  n.done();
  BOOST_TEST(!n.now().current);
  BOOST_TEST(n.state() == "clean failed");
}

BOOST_AUTO_TEST_CASE(a_failure_before_the_first_step_sets_no_maintenance) {
  auto n = node_in_cleaning(clean_request({{"bios", "factory_reset"}}));
  n.answer(step_status::failed, "no boot image");
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(!n.now().attributes.maintenance);
  BOOST_TEST(n.request().what.args["power_off"] == true);
}

BOOST_AUTO_TEST_CASE(a_node_is_not_deleted_during_clean_up) {
  auto n = node_in_cleaning(clean_request({{"bios", "factory_reset"}}));
  n.answer(step_status::failed, "no boot image");
  n.order("manage");
  BOOST_TEST(n.tell(delete_node{}).later);
  const auto id = n.last_id();
  BOOST_TEST(n.exists());
  n.done();
  BOOST_TEST(!n.exists());
  BOOST_TEST(!n.later(id)->refused);
}

BOOST_AUTO_TEST_CASE(a_deferred_deletion_expires) {
  auto n = node_in_cleaning(clean_request({{"bios", "factory_reset"}}));
  n.answer(step_status::failed, "no boot image");
  n.order("manage");
  n.tell(delete_node{});
  const auto id = n.last_id();
  n.pass(seconds{26});
  BOOST_REQUIRE(n.later(id));
  BOOST_TEST((n.later(id)->refused->code == error_code::conflict));
  n.done();
  BOOST_TEST(n.exists());
}

BOOST_AUTO_TEST_CASE(it_can_be_deleted_in_maintenance) {
  auto n = node_in_factory_reset();
  n.answer(step_status::failed, "flash is worn out");  // which sets maintenance
  BOOST_TEST(!n.tell(delete_node{}).later);
  BOOST_TEST(!n.exists());
}

BOOST_AUTO_TEST_CASE(manage_does_not_wait_for_clean_up_but_the_next_clean_does) {
  auto n = node_in_factory_reset();
  n.answer(step_status::failed, "broken");
  BOOST_REQUIRE(n.is_out());
  n.tell(set_maintenance{false, {}});
  BOOST_TEST(!n.order("manage").refused);
  BOOST_TEST(n.state() == "manageable");
  n.order("provide");
  BOOST_TEST(n.state() == "cleaning");
  n.asked();
  n.done();  // the clean-up
  BOOST_TEST(n.asked() == names{"deploy.prepare_cleaning"}, boost::test_tools::per_element());
  n.run();
  BOOST_TEST(n.state() == "available");
}

BOOST_AUTO_TEST_CASE(unknown_steps_fail_the_clean_and_are_all_named) {
  auto n = node_in_cleaning(clean_request({{"bios", "no_such"}, {"raid", "neither"}}));
  n.done();
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(n.now().attributes.last_error->find("bios.no_such") != std::string::npos);
  BOOST_TEST(n.now().attributes.last_error->find("raid.neither") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_missing_argument_is_named) {
  auto n = node_in_cleaning(clean_request({{"bios", "apply_configuration"}}));
  n.done();
  BOOST_TEST(n.now().attributes.last_error->find("missing argument 'settings'") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_outcome_delivered_twice_neither_repeats_nor_skips_a_step) {
  auto n = node_in_factory_reset();
  n.done();
  const auto sequence = n.now().sequence;
  BOOST_TEST(n.now().current->index == 2U);
  const auto again = n.repeat_last();
  BOOST_TEST(again.duplicate);
  BOOST_TEST(!again.changed);
  BOOST_TEST(n.now().sequence == sequence);
  BOOST_TEST(n.now().current->index == 2U);
}

BOOST_AUTO_TEST_CASE(an_outcome_of_an_earlier_attempt_is_ignored) {
  auto n = node_in_factory_reset();
  auto late = n.request().id;
  n.answer(step_status::interrupted);
  BOOST_TEST(n.now().current->attempt == 2U);
  const auto index = n.now().current->index;
  step_outcome old;
  old.id = late;
  node_snapshot before = n.now();
  installation_policy policy;
  conductor_options options;
  const auto drivers = make_catalog();
  const context ctx{n.time, drivers, policy, options, "bench"};
  const auto d = decide(&before, test_uuid, "late", old, ctx);
  BOOST_TEST(!d.changed);
  BOOST_TEST(d.next.current->index == index);
}

BOOST_AUTO_TEST_CASE(an_interrupted_step_is_repeated_if_repeatable) {
  auto n = node_in_factory_reset();
  n.answer(step_status::interrupted, "worker died");
  BOOST_TEST(n.asked() == names{"bios.factory_reset"}, boost::test_tools::per_element());
  n.run();
  BOOST_TEST(n.state() == "manageable");
}

BOOST_AUTO_TEST_CASE(an_interrupted_step_fails_if_not_repeatable) {
  auto n = node_in_cleaning(clean_request({{"deploy", "flash"}}));
  n.done();
  n.answer(step_status::interrupted);
  BOOST_TEST(n.state() == "clean failed");
}

BOOST_AUTO_TEST_CASE(a_new_owner_repeats_the_request_of_a_step) {
  auto n = node_in_factory_reset();
  const auto before = n.request();
  n.take_over();
  BOOST_TEST((n.request().id == before.id));
  BOOST_TEST(n.request().what.name == before.what.name);
  n.run();
  BOOST_TEST(n.state() == "manageable");
}

// The store may have lost the request of the next step.
BOOST_AUTO_TEST_CASE(a_request_contains_the_epoch_of_the_previous_step) {
  auto n = node_in_cleaning(clean_request({{"bios", "factory_reset"}, {"deploy", "flash"}}));
  n.epoch = 7;
  n.take_over();
  n.done();
  BOOST_TEST(n.request().epoch == 1U);
  n.done();
  BOOST_TEST(n.request().epoch == 7U);
}

BOOST_AUTO_TEST_CASE(after_a_recovered_step_the_epoch_stays) {
  auto n = node_in_cleaning(
      clean_request({{"bios", "factory_reset"}, {"bios", "factory_reset"}, {"deploy", "flash"}}));
  n.epoch = 7;
  n.take_over();
  step_outcome found;
  found.recovered = true;
  n.answer(found);
  BOOST_TEST(n.request().epoch == 1U);
  n.answer(found);
  BOOST_TEST(n.request().epoch == 1U);
  n.done();
  BOOST_REQUIRE(n.is_out());
  BOOST_TEST(n.request().epoch == 7U);
}

BOOST_AUTO_TEST_CASE(a_new_owner_repeats_a_power_change) {
  node_fixture n;
  n.power("power on");
  const auto before = n.request();
  n.take_over();
  BOOST_TEST((n.request().id == before.id));
  BOOST_TEST(n.request().what.args == before.what.args);
}

BOOST_AUTO_TEST_CASE(a_new_owner_leaves_a_waiting_node_unchanged) {
  auto n = node_in_cleaning(clean_request({{"bios", "factory_reset"}}));
  answer_waiting(n, awaited::agent);
  const auto sequence = n.now().sequence;
  n.take_over();
  BOOST_TEST(!n.is_out());
  BOOST_TEST(n.now().sequence == sequence);
}

BOOST_AUTO_TEST_CASE(a_silent_driver_fails_the_step_at_its_deadline_and_not_before) {
  auto n = node_in_factory_reset();
  n.pass(n.options.step_timeout - seconds{1});
  BOOST_TEST(n.state() == "cleaning");
  n.pass(seconds{1});
  BOOST_TEST(n.state() == "clean failed");
}

BOOST_AUTO_TEST_CASE(a_silent_agent_fails_the_clean_with_the_awaited_party) {
  auto n = node_in_cleaning(clean_request({{"bios", "factory_reset"}}));
  answer_waiting(n, awaited::agent);
  BOOST_TEST(n.state() == "clean wait");
  n.pass(n.options.clean_callback_timeout);
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(n.now().attributes.last_error->find("agent") != std::string::npos);
  BOOST_TEST(n.now().attributes.last_error->find("deploy.prepare_cleaning") != std::string::npos);
}

// A new owner of the node knows the end only from this.
BOOST_AUTO_TEST_CASE(the_end_of_a_wait_is_stored) {
  auto n = node_in_cleaning(clean_request({{"bios", "factory_reset"}}));
  answer_waiting(n, awaited::agent);
  BOOST_TEST_REQUIRE(n.now().waiting.has_value());
  BOOST_TEST_REQUIRE(n.now().waiting->until.has_value());
  BOOST_TEST((next_deadline(n.now()) == n.now().waiting->until));
}

BOOST_AUTO_TEST_CASE(a_deadline_is_suspended_in_maintenance) {
  auto n = node_in_cleaning(clean_request({{"bios", "factory_reset"}}));
  answer_waiting(n, awaited::agent);
  n.tell(set_maintenance{true, {}});
  n.pass(n.options.clean_callback_timeout);
  BOOST_TEST(n.state() == "clean wait");
  n.tell(set_maintenance{false, {}});
  n.pass(n.options.clean_callback_timeout);
  BOOST_TEST(n.state() == "clean failed");
}

BOOST_AUTO_TEST_CASE(the_agents_heartbeat_resumes_a_waiting_node) {
  auto n = node_in_cleaning(clean_request({{"bios", "factory_reset"}}));
  answer_waiting(n, awaited::agent);
  n.tell(agent_lookup{"token"});
  n.asked();
  n.heartbeat();
  BOOST_TEST(n.states() == (names{"clean wait", "cleaning"}), boost::test_tools::per_element());
  BOOST_TEST(n.asked() == names{"bios.factory_reset"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_heartbeat_without_news_changes_nothing) {
  auto n = node_in_cleaning(clean_request({{"bios", "factory_reset"}}));
  answer_waiting(n, awaited::agent);
  n.tell(agent_lookup{"token"});
  n.heartbeat();
  n.heartbeat();
  const auto again = n.repeat_last();
  BOOST_TEST(!again.changed);
}

BOOST_AUTO_TEST_CASE(a_heartbeat_with_a_foreign_token_is_rejected) {
  auto n = node_in_cleaning(clean_request({{"bios", "factory_reset"}}));
  answer_waiting(n, awaited::agent);
  n.tell(agent_lookup{"token"});
  for (const auto* token : {"", "other", "token2", "toke"}) {
    const auto reply = n.tell(agent_heartbeat{"http://192.0.2.1", "9.0", token, {}, {}});
    BOOST_TEST(reply.refused.has_value());
  }
  BOOST_TEST(n.state() == "clean wait");
}
