#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

// Which decisions need a commit, and which clients they answer.

namespace {

const json reset_step = json::array({{{"interface", "bios"}, {"step", "factory_reset"}}});

node_fixture clean_failed() {
  auto n = manageable();
  n.order("clean", {{"clean_steps", reset_step}});
  n.done();
  n.answer(step_status::failed, "no power");
  n.run();
  BOOST_REQUIRE(n.state() == "clean failed");
  BOOST_REQUIRE(n.now().attributes.maintenance);
  return n;
}

template <class What>
bool is_out(const node_fixture& n) {
  return n.now().in_flight && std::holds_alternative<What>(n.now().in_flight->what);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_rejection_leaves_nothing_to_commit) {
  auto n = clean_failed();
  n.served = std::make_shared<const served_groups>(std::set<std::string, std::less<>>{});
  BOOST_TEST(n.order("cleaning").refused.has_value());  // by the workers, after `manage`
  const auto d = n.repeat_last();
  BOOST_TEST(d.answer.refused.has_value());
  BOOST_TEST(!d.changed);
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(n.now().attributes.maintenance);
}

BOOST_AUTO_TEST_CASE(a_repeated_request_is_no_commit) {
  auto n = manageable();
  n.order("clean", {{"clean_steps", reset_step}});
  n.order("abort");
  const auto applied = n.now().applied;
  BOOST_TEST(!n.order("abort").refused);
  BOOST_TEST(n.now().applied == applied);
}

BOOST_AUTO_TEST_CASE(a_snapshot_contains_the_outstanding_request) {
  auto n = manageable();
  n.power("power on");
  BOOST_TEST(is_out<due_power_action>(n));
  n.done();
  n.tell(call_driver{"management", "get_boot_device"});
  BOOST_TEST(is_out<due_driver_call>(n));
  n.done();
  n.order("clean", {{"clean_steps", reset_step}});
  BOOST_TEST(is_out<workflow_step>(n));
}

BOOST_AUTO_TEST_CASE(after_a_takeover_the_request_is_repeated) {
  const auto again = [](node_fixture& fixture) {
    const auto asked = fixture.request();
    fixture.take_over();
    BOOST_REQUIRE(fixture.is_out());
    BOOST_TEST((fixture.request().id == asked.id));
    BOOST_TEST((fixture.request().what == asked.what));
  };
  auto n = manageable();
  n.power("rebooting");
  again(n);
  n.done();
  n.tell(call_driver{"management", "get_boot_device"});
  again(n);
  n.done();
  n.order("clean", {{"clean_steps", reset_step}});
  again(n);
}

BOOST_AUTO_TEST_CASE(a_timeout_ends_only_the_outstanding_request) {
  auto n = manageable();
  n.power("power on");
  n.pass(n.options.step_timeout);
  BOOST_TEST(n.now().attributes.last_error.value().find("No driver answered within") !=
             std::string::npos);
  BOOST_TEST(!n.now().power);
  BOOST_TEST(n.state() == "manageable");
  n.order("clean", {{"clean_steps", reset_step}});
  n.pass(n.options.step_timeout);
  BOOST_TEST(n.state() == "clean failed");
}
