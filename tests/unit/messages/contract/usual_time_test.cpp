#include "messages/contract/usual_time.hpp"

#include "messages/model/node.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace std::chrono_literals;

namespace {

step_durations runs(int count, double seconds) {
  step_durations out{"redfish", "hpe", "dl360", "deploy", "write_image", {}, {}, 0};
  for (int i = 0; i < count; ++i) out.taken.add(seconds);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(usual_times_of_steps)

BOOST_AUTO_TEST_CASE(too_few_runs_give_no_usual_time) {
  BOOST_TEST(!usual_time_of(runs(4, 60)).has_value());
  BOOST_TEST(!read_usual_time(to_text(summary_of(runs(4, 60)))).has_value());
  BOOST_TEST(usual_time_of(runs(5, 60)).has_value());
}

BOOST_AUTO_TEST_CASE(a_summary_gives_the_same_as_the_full_record) {
  const auto all = runs(50, 754.3);
  BOOST_TEST((read_usual_time(to_text(summary_of(all))) == usual_time_of(all)));
}

BOOST_AUTO_TEST_CASE(an_invalid_summary_gives_no_usual_time) {
  for (const auto* text :
       {"", "[]", "{}", R"({"runs": 9, "median_seconds": "x", "p99_seconds": 1})",
        R"({"runs": -9, "median_seconds": 1, "p99_seconds": 1})"})
    BOOST_TEST(!read_usual_time(text).has_value(), text);
}

BOOST_AUTO_TEST_CASE(overdue_adds_a_tenth_and_at_least_five_seconds) {
  const timestamp began{std::chrono::hours{1}};
  const usual_time quick{"", 9, 1'000, 2'000};
  BOOST_TEST((quick.expected_end(began) == began + 1s));
  BOOST_TEST((quick.overdue_at(began) == began + 7s));
  const usual_time slow{"", 9, 600'000, 3'600'000};
  BOOST_TEST((slow.overdue_at(began) == began + 66min));
}

BOOST_AUTO_TEST_CASE(a_run_is_found_by_its_key) {
  node machine;
  machine.driver = "redfish";
  machine.properties = json{{"vendor", "hpe"}, {"model", "dl360"}};
  BOOST_TEST(kind_of_run(machine, "deploy", "write_image") == key_of(runs(1, 1)));
  machine.properties = json{{"vendor", 5}};
  BOOST_TEST(kind_of_run(machine, "deploy", "x") == "redfish///deploy/x");
}

BOOST_AUTO_TEST_SUITE_END()
