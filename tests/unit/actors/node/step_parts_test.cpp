#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/agent_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

// Steps with several parts.

namespace {

step_outcome part(bool reboot = false) {
  step_outcome out;
  out.status = step_status::interrupted;
  out.reason = "the image is there";
  out.part_done = true;
  out.reboot_first = reboot;
  out.observed.driver_internal_info = {{"part", reboot ? "two" : "one"}};
  return out;
}

/// Its clean step, which is not repeatable, is outstanding.
node_fixture flashing_in_parts() {
  auto n = manageable();
  n.order("clean", {{"clean_steps", {{{"interface", "deploy"}, {"step", "flash"}}}}});
  n.done();
  n.asked();
  return n;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(step_parts)

BOOST_AUTO_TEST_CASE(the_rest_is_the_next_attempt_and_has_the_notes) {
  auto n = flashing_in_parts();
  n.answer(part());
  const auto next = n.request();
  BOOST_TEST(next.what.name == "flash");
  BOOST_TEST(!next.what.repeatable);
  BOOST_TEST(next.id.attempt == 2U);
  BOOST_TEST(next.machine.driver_internal_info.tree().at("part") == "one");
  const auto& ledger = n.now().current->ledger;
  BOOST_TEST(ledger.at(ledger.size() - 2).status == "continued");
  BOOST_TEST(n.now().current->restarts == 0U);  // no agent was lost
  n.answer(step_status::done);
  n.run();
  BOOST_TEST(n.state() == "manageable");
}

BOOST_AUTO_TEST_CASE(a_required_reboot_precedes_the_rest) {
  auto n = flashing_in_parts();
  n.answer(part(true));
  std::vector<std::string> asked;
  for (int i = 0; i < 4 && n.request().what.name != "flash"; ++i) {
    asked.push_back(n.request().what.name);
    n.done();
  }
  BOOST_REQUIRE(!asked.empty());
  BOOST_TEST(asked.back() == "set_power_state");
  BOOST_TEST(n.request().id.attempt == 2U);
}

BOOST_AUTO_TEST_CASE(a_poll_may_find_a_finished_part) {
  auto n = flashing_in_parts();
  step_outcome task;
  task.status = step_status::waiting;
  task.waits_for = awaited::task;
  task.task_handle = "9";
  n.answer(task);
  BOOST_TEST(n.state() == "clean wait");
  n.pass(n.options.task_poll_first);
  n.agent_ends(n.probes().at(0), part());
  BOOST_TEST(n.state() == "cleaning");
  BOOST_TEST(n.request().id.attempt == 2U);
}

BOOST_AUTO_TEST_CASE(a_step_of_endless_parts_fails) {
  auto n = flashing_in_parts();
  for (int i = 0; i < 300 && n.state() == "cleaning"; ++i) n.answer(part());
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(n.now().attributes.last_error->find("not ended after 200 parts") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
