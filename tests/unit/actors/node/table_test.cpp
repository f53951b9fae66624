#include "actors/node/tables/transitions.hpp"
#include "actors/node/tables/workflow_table.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

using namespace ironbus;

namespace {

using s = provision_state;
using e = provision_event;

bool has_exit(s source, e event) { return find_transition(source, event) != nullptr; }

}  // namespace

BOOST_AUTO_TEST_CASE(every_state_can_be_reached_from_enroll) {
  std::set<s> seen{s::enroll};
  for (size_t round = 0; round < state_table::rows.size(); ++round)
    for (const auto& row : transition_table::rows)
      if (seen.count(row.source) != 0) seen.insert(row.target);
  BOOST_TEST(seen.size() == state_table::rows.size());
}

BOOST_AUTO_TEST_CASE(the_table_has_the_transitions_of_the_reference) {
  BOOST_TEST(transition_table::rows.size() == 93U);
  BOOST_TEST(state_table::rows.size() == 30U);
}

BOOST_AUTO_TEST_CASE(a_working_or_waiting_state_ends_by_outcome_by_deadline_and_by_an_operator) {
  for (const auto& row : state_table::rows) {
    if (row.kind != state_kind::working && row.kind != state_kind::waiting) continue;
    BOOST_TEST_CONTEXT(to_string(row.state)) {
      const bool by_outcome = has_exit(row.state, e::done) || has_exit(row.state, e::resume) ||
                              has_exit(row.state, e::clean);
      BOOST_TEST(by_outcome);
      BOOST_TEST(has_exit(row.state, e::fail));  // the effect of a passed deadline
      BOOST_TEST((row.abort != abort_rule::refused));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_held_or_failed_state_has_an_exit_for_an_operator) {
  for (const auto& row : state_table::rows) {
    if (row.kind != state_kind::hold && row.kind != state_kind::failed) continue;
    BOOST_TEST_CONTEXT(to_string(row.state)) {
      bool found = false;
      for (const auto& move : transition_table::rows)
        found = found || (move.source == row.state && move.initiator == initiator::operator_);
      BOOST_TEST(found);
    }
  }
}

BOOST_AUTO_TEST_CASE(an_unstable_state_has_a_target_and_a_stable_one_has_none) {
  for (const auto& row : state_table::rows)
    BOOST_TEST((row.kind == state_kind::stable) == !row.target.has_value());
}

BOOST_AUTO_TEST_CASE(an_abort_at_once_has_its_row_or_a_failure) {
  for (const auto& row : state_table::rows)
    if (row.abort == abort_rule::at_once || row.abort == abort_rule::if_abortable)
      BOOST_TEST((has_exit(row.state, e::abort) || has_exit(row.state, e::fail)));
    else if (row.abort == abort_rule::leaves)
      BOOST_TEST((row.kind == state_kind::failed && has_exit(row.state, e::abort)));
}

BOOST_AUTO_TEST_CASE(names_go_both_ways) {
  for (const auto& row : state_table::rows)
    BOOST_TEST((provision_state_from(to_string(row.state)) == row.state));
  BOOST_TEST(!provision_state_from("nowhere"));
  BOOST_TEST(to_string(s::deploy_wait) == "wait call-back");
}
