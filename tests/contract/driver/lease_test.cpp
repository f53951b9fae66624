#include "driver_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

// A worker whose lease has lapsed makes no call to a machine, whatever its driver does.

namespace {

/// More checks than any operation makes.
constexpr int checks_max = 150;

/// Makes a driver call its machine; `ended` is called at the end.
using driving = std::function<void(driver_interface&, permitted_step, std::function<void()> ended)>;

struct lapse_report {
  bool lapsed = false;
  size_t before = 0;
  size_t later = 0;  ///< Calls that reached the machine after the lapse.
};

/// Runs an operation whose lease lapses right before the given check of the permit. Reports the
/// calls that reach the machine.
lapse_report drive(driver_fixture& fixture, const declared_operation& operation, int check,
                   const driving& how) {
  test_lease worker;
  lapse_report out;
  const auto at_first = fixture.machine_calls();
  auto at_lapse = at_first;
  const permitted_step step{fixture.request(operation, fixture.arguments(operation, true)),
                            worker.issue()};
  worker.lapse_at(check, [&] { at_lapse = fixture.machine_calls(); });
  bool ended = false;
  how(fixture.driver(operation), step, [&] { ended = true; });
  fixture.until([&] { return ended; });
  out.lapsed = step.allowed.has_refused();
  out.before = at_lapse - at_first;
  // Deleted boot files reduce the number, and are not calls.
  if (out.lapsed) out.later = std::max(fixture.machine_calls(), at_lapse) - at_lapse;
  return out;
}

/// Runs each operation with a lapse before each of its calls.
void calls_nothing_after_a_lapse(const driving& how, size_t lapses_min) {
  size_t lapses = 0;
  for (const auto& x : declared_operations()) BOOST_TEST_CONTEXT(x.title()) {
      bool lapsed = true;
      for (int check = 0; lapsed && check < checks_max; ++check) {
        driver_fixture fixture{*x.hardware, true};
        const auto found = drive(fixture, x, check, how);
        BOOST_TEST(found.later == 0U, "at check " << check);
        if (check == 0) BOOST_TEST(found.before == 0U);
        lapsed = found.lapsed;
        lapses += lapsed ? 1U : 0U;
      }
      BOOST_TEST(!lapsed, "it never ends");
    }
  BOOST_TEST(lapses >= lapses_min);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(leases)

BOOST_AUTO_TEST_CASE(no_call_reaches_the_machine_after_the_lapse) {
  calls_nothing_after_a_lapse(
      [](driver_interface& driver, permitted_step step, std::function<void()> ended) {
        driver.run(std::move(step), [ended = std::move(ended)](const step_outcome&) { ended(); });
      },
      100);
}

BOOST_AUTO_TEST_CASE(no_recovery_reaches_the_machine_after_the_lapse) {
  calls_nothing_after_a_lapse(
      [](driver_interface& driver, permitted_step step, std::function<void()> ended) {
        driver.recover(std::move(step), [ended = std::move(ended)](const auto&) { ended(); });
      },
      50);
}

BOOST_AUTO_TEST_CASE(no_probe_reaches_the_machine_after_the_lapse) {
  for (const bool of_task : {false, true})
    calls_nothing_after_a_lapse(
        [of_task](driver_interface& driver, permitted_step step, std::function<void()> ended) {
          if (of_task) step.task_handle = "a task";
          driver.probe(std::move(step), [ended = std::move(ended)](const auto&) { ended(); });
        },
        50);
}

BOOST_AUTO_TEST_CASE(no_power_read_reaches_the_machine_after_the_lapse) {
  calls_nothing_after_a_lapse(
      [](driver_interface& driver, permitted_step step, std::function<void()> ended) {
        driver.read_power(step.machine, step.allowed,
                          [ended = std::move(ended)](const auto&) { ended(); });
      },
      50);
}

// The report of a driver whose call was rejected is ignored.
BOOST_AUTO_TEST_CASE(step_of_a_lapsed_worker_runs_once_by_the_next) {
  for (const auto& x : declared_operations()) {
    driver_fixture fixture{*x.hardware};
    BOOST_TEST_CONTEXT(x.title()) {
      const auto request = fixture.request(x, fixture.arguments(x, true));
      const auto told = fixture.carry_out_after_a_lapse(request);
      BOOST_TEST((told.status == step_status::done || told.status == step_status::waiting ||
                  told.part_done),
                 told.reason);
      BOOST_TEST(fixture.counters().executed == 1U);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
