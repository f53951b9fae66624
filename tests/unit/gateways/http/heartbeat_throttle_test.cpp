#include "gateways/http/services/heartbeat_throttle.hpp"

#include <boost/test/unit_test.hpp>

#include <vector>

using namespace ironbus::http;
using namespace std::chrono_literals;

namespace {

struct gate_at_work {
  heartbeat_throttle gate{250ms};
  heartbeat_throttle::time_point now{};
  std::vector<std::string> seen;

  void heartbeat(const std::string& node, const std::string& name) {
    gate.enter(
        node, now, [this, name] { seen.push_back("told " + name); },
        [this, name] { seen.push_back("passed over " + name); });
  }
  void open_after(std::chrono::milliseconds length) {
    now += length;
    gate.open(now);
  }
  bool saw(const std::vector<std::string>& all) { return std::exchange(seen, {}) == all; }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(heartbeat_throttles)

BOOST_FIXTURE_TEST_CASE(heartbeats_at_their_usual_rate_are_sent_at_once, gate_at_work) {
  for (const auto* name : {"1", "2", "3"}) {
    heartbeat("n-1", name);
    now += 250ms;
  }
  BOOST_TEST(saw({"told 1", "told 2", "told 3"}));
  heartbeat("n-2", "a");
  heartbeat("n-3", "b");
  BOOST_TEST(saw({"told a", "told b"}));
}

BOOST_FIXTURE_TEST_CASE(of_a_burst_the_first_and_the_last_are_sent, gate_at_work) {
  for (const auto* name : {"1", "2", "3", "4"}) heartbeat("n-1", name);
  BOOST_TEST(saw({"told 1", "passed over 2", "passed over 3"}));
  open_after(200ms);
  BOOST_TEST(saw({}));
  open_after(50ms);
  BOOST_TEST(saw({"told 4"}));
  open_after(1h);
  BOOST_TEST(saw({}));
}

BOOST_FIXTURE_TEST_CASE(a_continuous_flood_is_sent_once_per_interval, gate_at_work) {
  for (int i = 0; i < 10; ++i) {
    for (int k = 0; k < 100; ++k) heartbeat("n-1", "x");
    open_after(250ms);
  }
  BOOST_TEST(std::count(seen.begin(), seen.end(), "told x") == 11);
  BOOST_TEST(seen.size() == 1000U);  // each is answered, and once
}

BOOST_FIXTURE_TEST_CASE(a_waiting_heartbeat_is_not_overtaken, gate_at_work) {
  heartbeat("n-1", "1");
  heartbeat("n-1", "2");
  now += 1h;
  heartbeat("n-1", "3");
  BOOST_TEST(saw({"told 1", "passed over 2"}));
  open_after(0ms);
  BOOST_TEST(saw({"told 3"}));
}

BOOST_AUTO_TEST_SUITE_END()
