#include "tests/support/node_fixture/agent_fixture.hpp"
#include "tests/support/node_fixture/cleaning_fixture.hpp"
#include "tests/support/node_fixture/inspection_fixture.hpp"
#include "tests/unit/actors/notifications/read_notifications.hpp"

#include <boost/test/unit_test.hpp>

// The notifications of a node's life, and their order.

using namespace ironbus;
using namespace ironbus::test;

namespace {

using names = std::vector<std::string>;

struct sequence {
  const char* name;
  node_fixture (*begin)();  ///< Until notifications are on.
  void (*go_on)(node_fixture&);
  names expected;
};

node_fixture new_node() { return node_fixture{}; }

node_fixture ready_for_inspection() { return inspectable(); }

node_fixture ready_for_agent() { return with_agent(); }

node_fixture in_use() {
  auto n = available();
  n.order("active");
  n.run();
  return n;
}

node_fixture waiting_in_cleaning() {
  auto n = node_in_cleaning(clean_request({{"bios", "factory_reset"}}));
  answer_waiting(n, awaited::agent);
  BOOST_REQUIRE(n.state() == "clean wait");
  return n;
}

void finish(node_fixture& n) { n.run(); }

void inspect_by_agent(node_fixture& n) {
  begin_inspection(n);
  n.answer(waits_for_data());
  send_data(n);
  n.run();
}

void clean_by_agent(node_fixture& n) {
  n.order("provide");
  while (n.is_out()) n.done();
  boots(n);
  answer_with(n, offers(json::array()));
  finish(n);
}

const std::vector<sequence>& sequences_of_states() {
  static const std::vector<sequence> rows{
      {"a node becomes manageable",
       new_node,
       [](node_fixture& n) {
         n.order("manage");
         n.run();
       },
       {"provision_set.start manage enroll>verifying",
        "provision_set.end done verifying>manageable"}},
      {"its BMC does not answer",
       new_node,
       [](node_fixture& n) {
         n.order("manage");
         n.answer(step_status::failed, "nobody there");
       },
       {"provision_set.start manage enroll>verifying",
        "provision_set.error fail verifying>enroll"}},
      {"an agent inspects it",
       ready_for_inspection,
       inspect_by_agent,
       {"provision_set.start inspect manageable>inspecting", "power_set.start rebooting",
        "power_set.end rebooting", "provision_set.success wait inspecting>inspect wait",
        "provision_set.success resume inspect wait>inspecting", "power_set.start power off",
        "power_set.end power off", "provision_set.end done inspecting>manageable"}},
      {"it is cleaned by an agent",
       ready_for_agent,
       clean_by_agent,
       {"provision_set.start provide manageable>cleaning", "power_set.start rebooting",
        "power_set.end rebooting", "provision_set.success wait cleaning>clean wait",
        "provision_set.success resume clean wait>cleaning", "power_set.start power off",
        "power_set.end power off", "provision_set.end done cleaning>available"}},
      {"it is provided without an agent",
       manageable,
       [](node_fixture& n) {
         n.order("provide");
         n.run();
       },
       {"provision_set.start provide manageable>cleaning",
        "provision_set.end done cleaning>available"}},
      {"it is deployed",
       available,
       [](node_fixture& n) {
         n.order("active");
         n.run();
       },
       {"provision_set.start deploy available>deploying",
        "provision_set.end done deploying>active"}},
      {"its instance ends",
       in_use,
       [](node_fixture& n) {
         n.order("deleted");
         n.run();
       },
       {"provision_set.start delete active>deleting",
        "provision_set.success clean deleting>cleaning",
        "provision_set.end done cleaning>available"}},
  };
  return rows;
}

const std::vector<sequence>& sequences_of_failures() {
  static const std::vector<sequence> rows{
      {"a deployment fails",
       available,
       [](node_fixture& n) {
         n.order("active");
         n.answer(step_status::failed, "no disk");
       },
       {"provision_set.start deploy available>deploying",
        "provision_set.error fail deploying>deploy failed"}},
      {"a cleaning that waits is aborted",
       waiting_in_cleaning,
       [](node_fixture& n) { n.order("abort"); },
       {"provision_set.end abort clean wait>clean failed"}},
  };
  return rows;
}

const std::vector<sequence>& sequences_of_actions() {
  static const std::vector<sequence> rows{
      {"its power is changed",
       manageable,
       [](node_fixture& n) {
         n.power("soft power off");
         n.done();
       },
       {"power_set.start soft power off", "power_set.end soft power off"}},
      {"its power cannot be changed",
       manageable,
       [](node_fixture& n) {
         n.power("power on");
         n.answer(step_status::failed, "BMC is busy");
       },
       {"power_set.start power on", "power_set.error power on"}},
      {"nobody says what became of its power",
       manageable,
       [](node_fixture& n) {
         n.power("power on");
         n.pass(std::chrono::hours{1});
       },
       {"power_set.start power on", "power_set.error power on"}},
  };
  return rows;
}

const std::vector<sequence>& sequences_between_actions() {
  static const std::vector<sequence> rows{
      {"a change of power is run again",
       manageable,
       [](node_fixture& n) {
         n.power("power on");
         n.answer(step_status::interrupted, "the worker died");
         n.done();
       },
       {"power_set.start power on", "power_set.end power on"}},
      {"two changes of power follow each other",
       manageable,
       [](node_fixture& n) {
         n.power("power on");
         n.power("power off");
         n.run();
       },
       {"power_set.start power on", "power_set.end power on", "power_set.start power off",
        "power_set.end power off"}},
      {"a new owner asks again",
       manageable,
       [](node_fixture& n) {
         n.power("power on");
         n.take_over();
         n.done();
       },
       {"power_set.start power on", "power_set.end power on"}},
      {"its console is closed",
       manageable,
       [](node_fixture& n) {
         n.tell(call_driver{"console", "stop_console", json::object(), false});
         n.done();
       },
       {"console_set.start", "console_set.end"}},
      {"its console cannot be closed",
       manageable,
       [](node_fixture& n) {
         n.tell(call_driver{"console", "stop_console", json::object(), false});
         n.answer(step_status::failed, "BMC is busy");
       },
       {"console_set.start", "console_set.error"}},
  };
  return rows;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sequences_of_notifications)

BOOST_AUTO_TEST_CASE(the_life_of_a_node_is_notified_in_order) {
  for (const auto* rows : {&sequences_of_states(), &sequences_of_failures(),
                           &sequences_of_actions(), &sequences_between_actions()})
    for (const auto& row : *rows) {
      BOOST_TEST_CONTEXT(row.name) {
        auto n = row.begin();
        notifying(n);
        row.go_on(n);
        BOOST_TEST(in_short(notifications_of(n)) == row.expected, boost::test_tools::per_element());
      }
    }
}

BOOST_AUTO_TEST_CASE(client_requests_have_two_notifications) {
  auto n = enrolled();
  n.patch("replace", "/description", "rack 7");
  n.tell(set_traits{set_traits::how::all, {"CUSTOM_A"}});
  n.tell(set_maintenance{true, "broken"});
  n.tell(set_maintenance{false, {}});
  n.tell(delete_node{});
  const names expected{"create.start",          "create.end",
                       "update.start",          "update.end",
                       "update.start",          "update.end",
                       "maintenance_set.start", "maintenance_set.end",
                       "maintenance_set.start", "maintenance_set.end",
                       "delete.start",          "delete.end"};
  BOOST_TEST(in_short(notifications_of(n)) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(rejected_requests_have_no_notification) {
  auto n = enrolled();
  n.notifications();
  BOOST_TEST(n.patch("replace", "/driver", "unknown").refused.has_value());
  BOOST_TEST(n.order("active").refused.has_value());
  BOOST_TEST(n.notifications().empty());
}

BOOST_AUTO_TEST_CASE(findings_of_the_service_have_no_notification) {
  auto n = awaiting_data();
  notifying(n);
  send_data(n);
  BOOST_TEST(!n.now().ports.empty());
  for (const auto& text : in_short(notifications_of(n)))
    BOOST_TEST(!text.starts_with("port."), text);
}

BOOST_AUTO_TEST_CASE(a_power_state_that_differs_is_corrected) {
  auto n = manageable();
  n.options.force_power_state_during_sync = false;
  n.power("power on");
  n.done();
  notifying(n);
  n.tell(observe_power{{test_uuid, power_state::off, {}, {}}});
  const auto all = notifications_of(n);
  BOOST_TEST(in_short(all) == names{"power_state_corrected.success"},
             boost::test_tools::per_element());
  BOOST_TEST(all.front().data().at("from_power") == "power on");
  BOOST_TEST(all.front().data().at("power_state") == "power off");
}

BOOST_AUTO_TEST_CASE(power_that_has_become_unknown_is_corrected_to_nothing) {
  auto n = manageable();
  n.power("power on");
  n.done();
  notifying(n);
  n.options.power_state_sync_max_retries = 0;
  n.tell(observe_power{{test_uuid, {}, "no answer", {}}});
  const auto all = notifications_of(n);
  BOOST_TEST(in_short(all) == names{"power_state_corrected.success"},
             boost::test_tools::per_element());
  BOOST_TEST(all.front().data().at("power_state").is_null());
  BOOST_TEST(all.front().data().at("maintenance") == true);
}

BOOST_AUTO_TEST_SUITE_END()
