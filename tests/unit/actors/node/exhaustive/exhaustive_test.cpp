#include "actors/node/tables/transitions.hpp"
#include "tests/unit/actors/node/exhaustive/exploration.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

/// Both nodes, once for all cases.
const std::vector<exploration>& explorations() {
  static const std::vector<exploration> all{explore(by_the_rules, plain_node()),
                                            explore(by_the_rules, agent_node())};
  return all;
}

template <class Set>
Set union_of(Set exploration::*member) {
  Set out;
  for (const auto& each : explorations()) out.insert((each.*member).begin(), (each.*member).end());
  return out;
}

using s = provision_state;
using e = provision_event;

/// Rows that exist in other services with this API but that these rules do not use.
const std::set<std::pair<s, e>> passed_over{
    // The awaited party has answered: a workflow resumes before it does anything else.
    {s::inspect_wait, e::done},
    {s::clean_wait, e::hold},
    {s::deploy_wait, e::hold},
    {s::service_wait, e::hold},
    // An abort moves a service through its failed state (workflow_table.hpp, abort_leaves_failure).
    {s::service_wait, e::abort},
    {s::service_hold, e::abort},
    // A failed service starts again before it waits.
    {s::service_failed, e::wait},
    {s::service_failed, e::hold},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(exhaustive)

BOOST_AUTO_TEST_CASE(every_situation_is_decided) {
  for (const auto& each : explorations()) {
    for (const auto& complaint : each.complaints) BOOST_ERROR(complaint);
    BOOST_TEST(each.complaints.empty());
    BOOST_TEST_MESSAGE(each.situations.size()
                       << " situations, " << each.messages << " messages, "
                       << each.combinations.size()
                       << " combinations of state, what is out, wait, maintenance and message");
  }
}

// The check does not cover situations that it has not reached.

BOOST_AUTO_TEST_CASE(every_row_of_the_transition_table_has_been_taken) {
  const auto taken = union_of(&exploration::moves);
  for (const auto& row : transition_table::rows)
    BOOST_TEST(
        taken.contains({row.source, row.event}) != passed_over.contains({row.source, row.event}),
        to_string(row.source) << " by '" << to_string(row.event) << "'");
}

BOOST_AUTO_TEST_CASE(every_command_has_been_accepted) {
  BOOST_TEST(union_of(&exploration::commands).size() == std::variant_size_v<command>);
}

BOOST_AUTO_TEST_CASE(every_request_and_every_wait_has_occurred) {
  const auto out = union_of(&exploration::out);
  constexpr size_t nothing = 0;
  for (size_t what = nothing; what <= std::variant_size_v<decltype(step_in_flight::what)>; ++what)
    for (const bool waits : {false, true}) {
      const bool is_step = what == 1;
      if (!is_step || !waits)  // the workflow waits for the outstanding step
        BOOST_TEST(out.contains({what, waits}), "out: " << what << ", waits: " << waits);
    }
  using a = awaited;
  for (const auto whom : {a::agent, a::task, a::operator_, a::timer, a::children})
    BOOST_TEST(union_of(&exploration::waits).contains(whom), to_string(whom));
}

BOOST_AUTO_TEST_SUITE_END()
