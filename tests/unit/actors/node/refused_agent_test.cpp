#include "messages/model/wait_report.hpp"
#include "messages/wire/events.hpp"
#include "tests/support/node_fixture/agent_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace ironbus;
using namespace ironbus::test;
using std::chrono::seconds;

namespace {

const agent_refused wrong_token{"heartbeat", "Invalid value for 'agent_token'."};

/// A node that waits for its agent's first call.
node_fixture awaiting_refused_agent() {
  auto n = with_agent();
  n.order("provide");
  while (n.is_out()) n.done();
  return n;
}

std::string who(const node_fixture& n) {
  const auto report = wait_of(n.now(), {{"driver-1"}, {}, {}});
  return report ? report->who() : std::string{};
}

auto refusals(const node_fixture& n) {
  return std::count_if(n.events().begin(), n.events().end(),
                       [](const envelope& x) { return x.type.ends_with(event::agent_refused); });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(refused_agents)

BOOST_AUTO_TEST_CASE(why_names_the_refused_call_until_the_agent_gets_through) {
  auto n = awaiting_refused_agent();
  BOOST_TEST(who(n) == "the agent in the machine");
  n.pass(seconds{5});
  n.tell(wrong_token);
  BOOST_TEST(n.state() == "clean wait");
  BOOST_TEST(who(n) == "the agent in the machine; it called at " + to_string(n.time) +
                           " and was refused: heartbeat: Invalid value for 'agent_token'.");
  BOOST_TEST(refusals(n) == 1);
  n.tell(agent_lookup{token});
  n.heartbeat();
  BOOST_TEST(!n.now().attributes.driver_internal_info.contains("agent_refusal"));
  BOOST_TEST(!n.now().attributes.driver_internal_info.contains("agent_refused_at"));
}

BOOST_AUTO_TEST_CASE(refusals_are_recorded_at_most_twice_a_minute) {
  auto n = awaiting_refused_agent();
  for (int i = 0; i < 60; ++i) {
    n.tell(agent_refused{"heartbeat", "reason " + std::to_string(i)});
    n.pass(seconds{1});
  }
  BOOST_TEST(refusals(n) == 2);
}

BOOST_AUTO_TEST_CASE(a_long_reason_is_cut) {
  auto n = awaiting_refused_agent();
  n.tell(agent_refused{"heartbeat", std::string(10'000, 'x')});
  BOOST_TEST(who(n).size() < 700U);
}

BOOST_AUTO_TEST_CASE(a_node_that_waits_for_no_agent_ignores_refusals) {
  auto n = with_agent();
  n.tell(wrong_token);
  BOOST_TEST(refusals(n) == 0);
  BOOST_TEST(!n.now().attributes.driver_internal_info.contains("agent_refusal"));
}

BOOST_AUTO_TEST_SUITE_END()
