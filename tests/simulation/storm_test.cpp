#include "tests/simulation/storm.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>

using namespace ironbus;
using namespace ironbus::test;

namespace {

constexpr unsigned seeds_by_default = 40;
constexpr int acts = 400;

/// IRONBUS_SEEDS=FIRST-LAST checks other seeds.
std::pair<unsigned, unsigned> wanted_seeds() {
  const char* text = std::getenv("IRONBUS_SEEDS");
  if (text == nullptr) return {1, seeds_by_default};
  const std::string range = text;
  return {static_cast<unsigned>(std::stoul(range)),
          static_cast<unsigned>(std::stoul(range.substr(range.find('-') + 1)))};
}

}  // namespace

BOOST_AUTO_TEST_CASE(invariants_hold_in_every_storm) {
  size_t allocated = 0;
  const auto [first, last] = wanted_seeds();
  for (auto seed = first; seed <= last; ++seed) BOOST_TEST_CONTEXT("seed " << seed) {
      storm x(seed, 4);
      for (int i = 0; i < acts && x.violations().empty(); ++i) x.act();
      x.run_until_quiet();
      for (const auto& text : x.violations()) BOOST_ERROR(text);
      for (const auto& text : x.violations_at_rest()) BOOST_ERROR(text);
      allocated += x.allocated();
    }
  BOOST_TEST(allocated > 2 * (last - first));  // there are enough allocations to check
}
