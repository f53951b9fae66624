#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

/// The users of the history, oldest entry first; null becomes "nobody" (no user).
std::vector<std::string> users_of(const node_fixture& fixture) {
  std::vector<std::string> out;
  for (const auto& row : fixture.rows())
    if (row.collection == "history") {
      const auto user = json::parse(row.summary).at("user");
      out.push_back(user.is_null() ? "nobody" : user.get<std::string>());
    }
  return out;
}

/// Sends a user's request, and the following messages of others.
void ask_as(node_fixture& fixture, const std::string& user, const std::string& target,
            const json& request = json::object()) {
  fixture.user = user;
  BOOST_REQUIRE(!fixture.order(target, request).refused);
  fixture.user.clear();
}

json one_step() { return {{"clean_steps", {{{"interface", "bios"}, {"step", "factory_reset"}}}}}; }

using names = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_CASE(the_history_names_the_requesting_user) {
  auto n = manageable();
  ask_as(n, "ann", "clean", one_step());
  n.run();
  BOOST_TEST(users_of(n) == (names{"ann", "ann"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_failure_belongs_to_the_user_of_the_work) {
  auto n = manageable();
  ask_as(n, "ann", "clean", one_step());
  n.done();
  n.answer(step_status::failed, "flash is worn out");
  BOOST_TEST(users_of(n).back() == "ann");
}

BOOST_AUTO_TEST_CASE(a_following_workflow_has_the_same_user) {
  auto n = available();
  n.installation.clean_step_priority_override = {{"bios.factory_reset", 10}};
  ask_as(n, "ann", "active");
  n.run();
  ask_as(n, "bob", "deleted");
  n.run();
  BOOST_TEST(n.state() == "available");
  BOOST_TEST(users_of(n).back() == "bob");
}

BOOST_AUTO_TEST_CASE(power_between_steps_belongs_to_its_user) {
  auto n = available();
  ask_as(n, "ann", "active");
  n.user = "bob";
  BOOST_REQUIRE(!n.power("power on").refused);
  n.user.clear();
  n.done();
  n.answer(step_status::failed, "no answer from the BMC");
  BOOST_TEST(users_of(n).back() == "bob");
  n.run();
  BOOST_TEST(users_of(n).back() == "ann");
}

BOOST_AUTO_TEST_CASE(a_failed_call_belongs_to_its_user) {
  auto n = manageable();
  n.user = "bob";
  n.tell({call_driver{"management", "get_boot_device", json::object(), false}});
  n.user.clear();
  n.answer(step_status::failed, "no answer from the BMC");
  BOOST_TEST(users_of(n) == names{"bob"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(without_authentication_there_is_no_user) {
  auto n = manageable();
  ask_as(n, "", "clean", one_step());
  n.run();
  BOOST_TEST(users_of(n) == (names{"nobody", "nobody"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(messages_to_others_contain_the_user) {
  auto n = manageable();
  n.user = "ann";
  n.tell(claim_node{"33333333-cccc-4ccc-8ccc-000000000001", {}, {}, {}, false});
  const auto& last_event = n.events().back();
  BOOST_TEST(last_event.type == "ironbus.command.answer_claim");
  BOOST_TEST(last_event.authid == "ann");
}
