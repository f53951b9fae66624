#include "actors/runtime/deliveries_in_work.hpp"

#include <boost/test/unit_test.hpp>

#include <future>

using namespace ironbus;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(the_deliveries_in_work)

BOOST_AUTO_TEST_CASE(without_deliveries_there_is_no_wait) {
  deliveries_in_work counted;
  BOOST_TEST(counted.await_none(0ms));
  ++counted;
  --counted;
  BOOST_TEST(counted.await_none(0ms));
}

BOOST_AUTO_TEST_CASE(the_wait_ends_after_the_limit) {
  deliveries_in_work counted;
  ++counted;
  ++counted;
  --counted;
  BOOST_TEST(!counted.await_none(1ms));
}

BOOST_AUTO_TEST_CASE(the_last_one_ends_the_wait) {
  deliveries_in_work counted;
  ++counted;
  ++counted;
  auto waited = std::async(std::launch::async, [&] { return counted.await_none(30s); });
  --counted;
  BOOST_TEST((waited.wait_for(0ms) == std::future_status::timeout));
  --counted;
  BOOST_TEST(waited.get());
}

BOOST_AUTO_TEST_SUITE_END()
