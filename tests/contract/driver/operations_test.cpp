#include "driver_fixture.hpp"
#include "drivers/registry/registration.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

using namespace ironbus;
using namespace ironbus::test;

// Operations with valid arguments.

namespace {

void ends_as_the_table_says(const operation_contract& contract, const step_outcome& end) {
  const bool by_agent = end.status == step_status::waiting && end.waits_for == awaited::agent;
  BOOST_TEST((end.status == step_status::done || by_agent), to_string(end.status)
                                                                << ": " << end.reason);
  BOOST_TEST(wrong_answer(contract, end.answer) == "");
}

void reports_what_it_may(const operation_contract& contract, const step_outcome& outcome) {
  BOOST_TEST(fact_names(facts_in(outcome.observed) & ~contract.reports) == "");
  if (outcome.status != step_status::waiting) return;
  BOOST_TEST(contract.is(outcome.waits_for == awaited::task ? op_by_task : op_by_agent),
             "it must not wait for " << to_string(outcome.waits_for));
}

bool same_facts(facts a, facts b) {
  a.driver_internal_info = b.driver_internal_info = json::object();  // contains ids and dates
  return to_text(a) == to_text(b);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(operations)

BOOST_AUTO_TEST_CASE(every_hardware_type_has_a_row) {
  std::set<std::string> types;
  for (const auto& type : hardware_types()) types.insert(type.name);
  std::set<std::string> rows;
  for (const auto& row : hardware_rows()) rows.insert(std::string{row.type});
  BOOST_TEST(types == rows, boost::test_tools::per_element());
  BOOST_TEST(declared_operations().size() > 60U);
}

BOOST_AUTO_TEST_CASE(operations_end_and_report_as_declared) {
  for (const auto& x : declared_operations())
    for (const bool all : {true, false}) {
      driver_fixture fixture{*x.hardware};
      BOOST_TEST_CONTEXT(x.title() << (all ? " with all arguments" : "")) {
        const auto outcome = fixture.carry_out(fixture.request(x, fixture.arguments(x, all)));
        for (const auto& one : outcome) reports_what_it_may(*x.contract, one);
        ends_as_the_table_says(*x.contract, outcome.back());
      }
    }
}

BOOST_AUTO_TEST_CASE(idempotent_operation_ends_the_same_when_repeated) {
  for (const auto& x : declared_operations()) {
    if (!x.contract->is(op_idempotent)) continue;
    driver_fixture fixture{*x.hardware};
    BOOST_TEST_CONTEXT(x.title()) {
      const auto args = fixture.arguments(x, true);
      const auto first = fixture.end_of(fixture.request(x, args));
      fixture.machine().learn(first.observed);
      const auto second = fixture.end_of(fixture.request(x, args));
      BOOST_TEST(to_string(first.status) == to_string(second.status), second.reason);
      BOOST_TEST(first.answer == second.answer);
      BOOST_TEST(same_facts(first.observed, second.observed));
    }
  }
}

// The suite gives an operation the declared driver_info keys of its implementation. An operation
// that reads other keys would behave differently with them.
BOOST_AUTO_TEST_CASE(undeclared_keys_are_not_read) {
  for (const auto& x : declared_operations()) {
    driver_fixture fixture{*x.hardware};
    driver_fixture with_all_keys{*x.hardware};
    BOOST_TEST_CONTEXT(x.title()) {
      auto request = with_all_keys.request(x, with_all_keys.arguments(x, true));
      request.machine.driver_info = with_all_keys.machine().node_for(request.what).driver_info;
      const auto expected = with_all_keys.end_of(request);
      const auto end = fixture.end_of(fixture.request(x, fixture.arguments(x, true)));
      BOOST_TEST(to_string(end.status) == to_string(expected.status), end.reason);
      BOOST_TEST(end.answer == expected.answer);
      BOOST_TEST(same_facts(end.observed, expected.observed));
    }
  }
}

BOOST_AUTO_TEST_CASE(reading_operation_does_not_change_the_machine) {
  for (const auto& x : declared_operations()) {
    if (!x.contract->is(op_reads)) continue;
    driver_fixture fixture{*x.hardware};
    BOOST_TEST_CONTEXT(x.title()) {
      const auto request = fixture.request(x, fixture.arguments(x, true));
      fixture.machine().learn(fixture.end_of(request).observed);
      const auto after = fixture.machine().node_for(request.what);
      BOOST_TEST(after.driver_internal_info == request.machine.driver_internal_info);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
