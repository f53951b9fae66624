#include "tests/simulation/run/simulation_run.hpp"

#include "tests/simulation/run/shrink.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace ironbus::simulation;

namespace {

run_options small_run(uint64_t seed) {
  run_options out;
  out.seed = seed;
  out.operators = 3;
  out.lives = 1;
  return out;
}

std::vector<fault> numbered(uint32_t count) {
  std::vector<fault> out(count);
  for (uint32_t number = 0; auto& x : out) x.number = ++number;
  return out;
}

bool has(const std::vector<fault>& faults, uint32_t number) {
  return std::any_of(faults.begin(), faults.end(),
                     [number](const fault& x) { return x.number == number; });
}

std::vector<uint32_t> numbers_of(const std::vector<fault>& faults) {
  std::vector<uint32_t> out;
  out.reserve(faults.size());
  for (const auto& x : faults) out.push_back(x.number);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(same_seed_gives_the_same_run) {
  const auto options = small_run(7);
  const auto one = simulate(options, faults_of(options));
  const auto other = simulate(options, faults_of(options));
  BOOST_TEST(one.events == other.events);
  BOOST_TEST(one.commits == other.commits);
  BOOST_TEST(one.steps == other.steps);
  BOOST_TEST(one.virtual_time.count() == other.virtual_time.count());
  BOOST_TEST(one.lives == 3U);
}

BOOST_AUTO_TEST_CASE(different_seeds_give_different_runs) {
  const auto one = simulate(small_run(7), {});
  const auto other = simulate(small_run(8), {});
  BOOST_TEST(one.events != other.events);
}

BOOST_AUTO_TEST_CASE(run_without_faults_has_no_violations) {
  for (const auto& text : simulate(small_run(9), {}).violations) BOOST_ERROR(text);
}

BOOST_AUTO_TEST_CASE(shrink_keeps_the_needed_faults) {
  const auto found = shrink(numbered(14), [](const std::vector<fault>& faults) {
    return has(faults, 3) && has(faults, 11);
  });
  BOOST_TEST((numbers_of(found) == std::vector<uint32_t>{3, 11}));
}

BOOST_AUTO_TEST_CASE(shrink_removes_all_faults_if_none_is_needed) {
  BOOST_TEST(shrink(numbered(5), [](const std::vector<fault>&) { return true; }).empty());
}
