#include "gateways/http/services/write_probe.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace ironbus::http;

/// A store that answers when the test says so.
struct slow_store final : store_health {
  void ping(callback<std::monostate> done) override { done(std::monostate{}); }
  void try_write(callback<std::monostate> done) override { asked.push_back(std::move(done)); }
  void on_restart(std::function<void(const store_restart&)>) override {}
  std::string durability() const override { return "none"; }

  std::vector<callback<std::monostate>> asked;
};

BOOST_AUTO_TEST_SUITE(tests_of_writing)

BOOST_AUTO_TEST_CASE(concurrent_probes_share_one_write) {
  slow_store stored;
  write_probe probe{stored};
  int well = 0;
  for (int i = 0; i < 100; ++i)
    probe.ask([&](const result<std::monostate>& outcome) { well += outcome ? 1 : 0; });
  BOOST_TEST(stored.asked.size() == 1U);
  stored.asked[0](std::monostate{});
  BOOST_TEST(well == 100);
  failure why;
  probe.ask([&](const result<std::monostate>& outcome) { why = outcome.error(); });
  BOOST_REQUIRE(stored.asked.size() == 2U);
  stored.asked[1](fail(error_code::unavailable, "full"));
  BOOST_TEST(why.message == "full");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
