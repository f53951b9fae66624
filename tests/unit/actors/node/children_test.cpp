#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using std::chrono::seconds;

namespace {

constexpr const char* first = "11111111-1111-4111-8111-111111111111";
constexpr const char* second = "22222222-2222-4222-8222-222222222222";
constexpr const char* parent = "99999999-9999-4999-8999-999999999999";

const step_id parents_step{parent, "operation-7", 2, 1};

/// A manageable node that is cleaned by a step on its children, followed by one of its own.
node_fixture cleaning_children(const json& children = {first, second}) {
  auto n = manageable();
  const json on_children{{"interface", "power"},
                         {"step", "power_off"},
                         {"execute_on_child_nodes", true},
                         {"child_nodes", children}};
  const json own{{"interface", "bios"}, {"step", "factory_reset"}};
  const auto answer = n.order("clean", {{"clean_steps", {on_children, own}}});
  BOOST_REQUIRE(!answer.refused);
  while (n.is_out()) n.done();
  return n;
}

/// The node's commands of this kind to other nodes.
template <class Command>
std::vector<Command> sent(const node_fixture& fixture) {
  std::vector<Command> out;
  for (const auto& one : fixture.events())
    if (auto read = decode_command(one); read && std::holds_alternative<Command>(*read))
      out.push_back(std::get<Command>(*read));
  return out;
}

reply child_ends(node_fixture& n, const char* child, std::optional<std::string> failed = {}) {
  const auto step = sent<run_child_step>(n).back().step;
  return n.tell(child_step_ended{step, child, std::move(failed)});
}

node_fixture child() {
  auto n = manageable();
  n.edit().attributes.parent_node = parent;
  return n;
}

/// Requests the step from the child; returns its reports to the parent so far.
std::vector<child_step_ended> ask(node_fixture& fixture, std::string interface, std::string name,
                                  json args = json::object()) {
  const auto answer = fixture.tell(
      run_child_step{parents_step, std::move(interface), std::move(name), std::move(args)});
  BOOST_TEST(!answer.refused);
  return sent<child_step_ended>(fixture);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(children)

BOOST_AUTO_TEST_CASE(a_report_of_an_earlier_step_ends_nothing) {
  auto n = cleaning_children();
  auto earlier = sent<run_child_step>(n).back().step;
  ++earlier.attempt;
  for (const auto* child : {first, second}) n.tell(child_step_ended{earlier, child, {}});
  BOOST_TEST(n.state() == "clean wait");
}

BOOST_AUTO_TEST_CASE(a_step_is_done_when_all_children_have_done_it) {
  auto n = cleaning_children();
  const auto orders = sent<run_child_step>(n);
  BOOST_REQUIRE(orders.size() == 2U);
  BOOST_TEST(orders[0].name == "power_off");
  BOOST_CHECK(orders[0].step == orders[1].step);
  BOOST_TEST(n.state() == "clean wait");
  BOOST_CHECK(n.now().waiting->awaited_party == awaited::children);
  BOOST_TEST(n.now().attributes.clean_step.at("execute_on_child_nodes") == true);
  child_ends(n, second);
  child_ends(n, second);  // repeated: does not count for the other child
  BOOST_TEST(n.state() == "clean wait");
  child_ends(n, first);
  BOOST_TEST(n.request().what.name == "factory_reset");
  n.run();
  BOOST_TEST(n.state() == "manageable");
}

BOOST_AUTO_TEST_CASE(one_failure_fails_the_parent_and_names_the_child) {
  auto n = cleaning_children();
  child_ends(n, first, "its BMC does not answer");
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(n.now().attributes.last_error->find(first) != std::string::npos);
  BOOST_TEST(n.now().attributes.last_error->find("its BMC does not answer") != std::string::npos);
  const auto sequence = n.now().sequence;
  child_ends(n, second);  // too late to matter
  BOOST_TEST(n.now().sequence == sequence);
}

BOOST_AUTO_TEST_CASE(silent_children_are_named_at_the_deadline) {
  auto n = cleaning_children();
  child_ends(n, first);
  n.pass(n.options.step_timeout);
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(n.now().attributes.last_error->find(second) != std::string::npos);
  BOOST_TEST(n.now().attributes.last_error->find(first) == std::string::npos);
  BOOST_TEST(n.now().attributes.last_error->find("ramdisk") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_new_owner_continues_to_wait_for_the_children) {
  auto n = cleaning_children();
  n.take_over();
  BOOST_TEST(sent<run_child_step>(n).size() == 2U);  // requested once
  child_ends(n, first);
  child_ends(n, second);
  BOOST_TEST(n.request().what.name == "factory_reset");
}

BOOST_AUTO_TEST_CASE(the_parent_can_be_aborted_while_it_waits) {
  auto n = cleaning_children();
  BOOST_TEST(!n.order("abort").refused);
  BOOST_TEST(n.state() == "clean failed");
  n.run();
  child_ends(n, first);
  BOOST_TEST(n.state() == "clean failed");
}

BOOST_AUTO_TEST_CASE(without_children_the_workflow_fails_with_the_reason) {
  auto n = cleaning_children(json::array());
  BOOST_TEST(n.state() == "clean failed");
  BOOST_TEST(n.now().attributes.last_error->find("no child nodes") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_child_runs_the_step_and_reports_it) {
  auto n = child();
  BOOST_TEST(ask(n, "power", "power_off").empty());
  BOOST_TEST(n.request().what.name == "set_power_state");
  BOOST_TEST(n.request().what.args.at("target") == "power off");
  BOOST_TEST(n.state() == "manageable");
  n.take_over();
  n.done();
  const auto sent_ends = sent<child_step_ended>(n);
  BOOST_REQUIRE(sent_ends.size() == 1U);
  BOOST_CHECK(sent_ends[0].step == parents_step);
  BOOST_TEST(!sent_ends[0].failed);
}

BOOST_AUTO_TEST_CASE(a_repeated_message_runs_the_step_once) {
  auto n = child();
  ask(n, "bios", "factory_reset");
  n.repeat_last();
  n.done();
  BOOST_TEST(!n.is_out());
  BOOST_TEST(sent<child_step_ended>(n).size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_child_reports_the_error_of_its_driver) {
  auto n = child();
  ask(n, "bios", "factory_reset");
  n.answer(step_status::failed, "the BIOS is locked");
  const auto sent_ends = sent<child_step_ended>(n);
  BOOST_REQUIRE(sent_ends.size() == 1U);
  BOOST_TEST(sent_ends[0].failed->find("the BIOS is locked") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_step_that_continues_as_a_task_fails_for_a_parent) {
  auto n = child();
  ask(n, "bios", "factory_reset");
  n.answer(step_status::waiting);
  const auto sent_ends = sent<child_step_ended>(n);
  BOOST_REQUIRE(sent_ends.size() == 1U);
  BOOST_TEST(sent_ends[0].failed->find("continues as a task") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_child_rejects_an_impossible_step_at_once) {
  struct refused {
    const char* because;
    const char* interface;
    const char* name;
    void (*spoil)(node_snapshot&);
  };
  const refused table[]{
      {"not a child", "power", "power_off", [](auto& x) { x.attributes.parent_node.reset(); }},
      {"maintenance", "power", "power_off", [](auto& x) { x.attributes.maintenance = true; }},
      {"does not support", "bios", "fly", [](auto&) {}},
      {"does not support", "power", "get_power_state", [](auto&) {}},
      {"missing argument 'settings'", "bios", "apply_configuration", [](auto&) {}},
  };
  for (const auto& row : table) {
    BOOST_TEST_CONTEXT(row.interface << "." << row.name << ": " << row.because) {
      auto n = child();
      row.spoil(n.edit());
      const auto sent_ends = ask(n, row.interface, row.name);
      BOOST_REQUIRE(sent_ends.size() == 1U);
      BOOST_TEST(sent_ends[0].failed.value_or("").find(row.because) != std::string::npos);
      BOOST_TEST(!n.is_out());
    }
  }
}

BOOST_AUTO_TEST_CASE(a_child_in_its_own_workflow_rejects_the_step) {
  auto n = child();
  n.order("provide");
  const auto sent_ends = ask(n, "power", "power_off");
  BOOST_REQUIRE(sent_ends.size() == 1U);
  BOOST_TEST(sent_ends[0].failed->find("'cleaning'") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_deleted_child_notifies_its_parent) {
  auto n = child();
  ask(n, "bios", "factory_reset");
  BOOST_TEST(!n.tell(delete_node{}).refused);
  const auto sent_ends = sent<child_step_ended>(n);
  BOOST_REQUIRE(sent_ends.size() == 1U);
  BOOST_TEST(sent_ends[0].failed.value_or("") == "it was deleted");
}

BOOST_AUTO_TEST_CASE(a_restart_for_the_parent_is_repeated_unchanged) {
  auto n = child();
  n.edit().attributes.boot_interface = "network";
  n.edit().attributes.deploy_interface = "direct";
  ask(n, "power", "reboot");
  n.answer(step_status::interrupted, "its worker died");
  BOOST_TEST(n.request().what.args.value("target", "") == "rebooting");
  n.done();
  BOOST_TEST(sent<child_step_ended>(n).size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
