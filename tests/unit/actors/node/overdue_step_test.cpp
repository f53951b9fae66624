#include "tests/support/node_fixture/cleaning_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

constexpr const char* reset_kind = "fake-hardware///bios/factory_reset";

usual_times known(const std::string& kind = reset_kind) {
  return std::make_shared<const std::map<std::string, usual_time, std::less<>>>(
      std::map<std::string, usual_time, std::less<>>{{kind, {kind, 9, 60'000, 120'000}}});
}

/// Its step is outstanding and usually takes a minute. It is overdue after two minutes plus a
/// tenth, and at least five seconds.
struct overdue_fixture {
  overdue_fixture() {
    n.records_decisions = true;
    n.usual = known();
    n.order("clean", clean_request({{"bios", "factory_reset"}}));
    n.done();
    began = n.time;
  }

  std::vector<json> told(const std::string& type) const {
    std::vector<json> out;
    for (const auto& one : n.events())
      if (one.type == "ironbus." + type) out.push_back(json::parse(one.data.text()));
    return out;
  }

  node_fixture n = manageable();
  timestamp began;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(overdue_steps, overdue_fixture)

BOOST_AUTO_TEST_CASE(a_step_begins_with_its_expected_end) {
  const auto started = told("step_started");
  BOOST_REQUIRE(started.size() == 1U);
  BOOST_TEST((started[0]["expected_end"].get<timestamp>() == began + 60s));
}

BOOST_AUTO_TEST_CASE(unknown_steps_have_no_expected_end) {
  auto other = manageable();
  other.usual = known("fake-hardware/acme//bios/factory_reset");
  other.order("clean", clean_request({{"bios", "factory_reset"}}));
  other.done();
  const auto started = json::parse(other.events().back().data.text());
  BOOST_TEST(started["step"] == "factory_reset");
  BOOST_TEST(!started.contains("expected_end"));
  BOOST_TEST((next_deadline(other.now()) == other.now().in_flight->until));
}

BOOST_AUTO_TEST_CASE(an_overdue_run_is_reported_once_before_it_times_out) {
  BOOST_TEST((next_deadline(n.now()) == began + 132s));
  n.pass(131s);
  BOOST_TEST(told("step_overdue").empty());
  n.pass(1s);
  n.pass(1s);
  n.take_over();
  const auto overdue = told("step_overdue");
  BOOST_REQUIRE(overdue.size() == 1U);
  BOOST_TEST(overdue[0]["interface"] == "bios");
  BOOST_TEST(overdue[0]["step"] == "factory_reset");
  BOOST_TEST(overdue[0]["attempt"] == 1);
  BOOST_TEST(overdue[0]["seconds"] == 132.0);
  BOOST_TEST((overdue[0]["expected_end"].get<timestamp>() == began + 60s));
  BOOST_TEST((overdue[0]["overdue_at"].get<timestamp>() == began + 132s));
  BOOST_TEST(overdue[0]["driver"] == "fake-hardware");
  BOOST_TEST(n.state() == "cleaning");
  BOOST_TEST((next_deadline(n.now()) == n.now().in_flight->until));
}

BOOST_AUTO_TEST_CASE(the_new_owner_reports_it) {
  n.usual.reset();  // it need not know the usual times
  n.time += 10min;
  n.take_over();
  BOOST_TEST(told("step_overdue").size() == 1U);
}

BOOST_AUTO_TEST_CASE(an_earlier_end_reports_it_too) {
  n.time += 10min;
  n.done();
  BOOST_TEST(told("step_overdue").size() == 1U);
  BOOST_REQUIRE(told("step_finished").size() == 1U);
  BOOST_TEST(n.events().at(n.events().size() - 1).sequence.has_value());
}

BOOST_AUTO_TEST_CASE(a_run_in_time_is_not_overdue) {
  n.pass(100s);
  n.done();
  n.pass(1h);
  BOOST_TEST(told("step_overdue").empty());
}

BOOST_AUTO_TEST_CASE(each_run_of_a_step_has_its_own_time) {
  n.pass(132s);
  n.answer(step_status::interrupted, "its worker ended");
  BOOST_TEST(n.now().current->ledger.back().attempt == 2U);
  BOOST_TEST((next_deadline(n.now()) == n.time + 132s));
  n.pass(132s);
  BOOST_TEST(told("step_overdue").size() == 2U);
}

BOOST_AUTO_TEST_CASE(steps_of_chosen_length_are_never_overdue) {
  auto held = manageable();
  held.usual = known("fake-hardware///power/hold");
  held.order("clean", clean_request({{"power", "hold"}}));
  held.done();
  BOOST_TEST(held.state() == "clean hold");
  BOOST_TEST(!next_deadline(held.now()).has_value());
}

BOOST_AUTO_TEST_CASE(a_decision_record_contains_the_usual_times) {
  const auto& usual = n.decisions().back().context.usual;
  BOOST_REQUIRE(usual.size() == 1U);
  BOOST_TEST((usual[0] == n.usual->begin()->second));
  n.pass(132s);
  BOOST_TEST(n.decisions().back().context.usual.empty());
}

BOOST_AUTO_TEST_SUITE_END()
