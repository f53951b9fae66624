#include "messages/contract/step_durations.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

BOOST_AUTO_TEST_CASE(quantiles_are_accurate_to_a_fortieth) {
  duration_sketch it;
  for (int i = 1; i <= 1000; ++i) it.add(i);
  BOOST_TEST(it.count() == 1000U);
  for (double share : {0.01, 0.25, 0.5, 0.9, 0.99, 1.0})
    BOOST_TEST(it.quantile(share) == 1000 * share, boost::test_tools::tolerance(0.03));
}

BOOST_AUTO_TEST_CASE(extreme_values_are_limited) {
  duration_sketch it;
  for (double seconds : {0.0, -1.0, 1e-9, 1e12, std::numeric_limits<double>::quiet_NaN(),
                         std::numeric_limits<double>::infinity()})
    it.add(seconds);
  BOOST_TEST(it.count() == 6U);
  BOOST_TEST(it.buckets.size() == 2U);
  BOOST_TEST(it.quantile(1) < 86'400 * 60);
}

BOOST_AUTO_TEST_CASE(without_runs_there_is_no_quantile) {
  BOOST_TEST(duration_sketch{}.quantile(0.5) == 0.0);
}

BOOST_AUTO_TEST_CASE(old_runs_are_forgotten) {
  duration_sketch it;
  for (int i = 0; i < 2000; ++i) it.add(10);
  for (int i = 0; i < 20'000; ++i) it.add(100);
  BOOST_TEST(it.count() <= 2000U);
  BOOST_TEST(it.quantile(0.01) > 90.0);
}

BOOST_AUTO_TEST_CASE(durations_survive_writing_and_reading) {
  step_durations it{"redfish", "hpe", "dl360", "deploy", "write_image", {}, "abcd", 7};
  it.taken.add(12);
  it.taken.add(700);
  const auto again = decode_stored<step_durations>(to_text(it), "duration");
  BOOST_REQUIRE(again.has_value());
  BOOST_TEST((*again == it));
}

BOOST_AUTO_TEST_CASE(a_key_is_cut) {
  step_durations it;
  it.driver = "fake";
  it.vendor = "a/b";
  it.step = std::string(500, 'x');
  BOOST_TEST(key_of(it) == "fake/a_b///" + std::string(64, 'x'));
}
