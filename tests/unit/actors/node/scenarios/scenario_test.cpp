#include "tests/unit/actors/node/scenarios/scenario.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

// The files *.txt beside this one contain events of a node and their results. After an intended
// change of the rules, regenerate them and review the difference before the commit:
//   IRONBUS_WRITE_DOCS=1 ops/test -R unit_actors_node_scenarios

using namespace ironbus::test;

namespace {

std::vector<std::filesystem::path> scenario_files() {
  std::vector<std::filesystem::path> out;
  for (const auto& entry : std::filesystem::directory_iterator{"tests/unit/actors/node/scenarios"})
    if (entry.path().extension() == ".txt") out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file{path};
  return {std::istreambuf_iterator<char>{file}, {}};
}

/// "line 12: expected …, but it leads to …" for the first line that differs; empty: none does.
std::string first_difference(const std::string& expected, const std::string& found) {
  std::istringstream a{expected}, b{found};
  std::string left, right;
  for (int number = 1;; ++number) {
    const bool more = static_cast<bool>(std::getline(a, left));
    const bool also = static_cast<bool>(std::getline(b, right));
    if (!more && !also) return {};
    if (more != also || left != right)
      return "line " + std::to_string(number) + ": expected '" + (more ? left : "the end") +
             "', but it leads to '" + (also ? right : "the end") + "'";
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(scenarios)

BOOST_AUTO_TEST_CASE(every_scenario_passes) {
  const auto files = scenario_files();
  BOOST_TEST(!files.empty());
  for (const auto& path : files) {
    BOOST_TEST_CONTEXT(path.filename().string()) {
      const auto played = play_scenario(read(path));
      if (std::getenv("IRONBUS_WRITE_DOCS") != nullptr) std::ofstream{path} << played;
      BOOST_TEST(first_difference(read(path), played) == "");
    }
  }
}

BOOST_AUTO_TEST_CASE(a_wrong_expectation_is_detected) {
  const std::string right =
      "node\n\nmanage\n  state: verifying, to manageable\n"
      "  asks: power.get_power_state\n";
  BOOST_TEST(first_difference(right, play_scenario(right)) == "");
  const std::string wrong = "node\n\nmanage\n  state: manageable\n";
  BOOST_TEST(first_difference(wrong, play_scenario(wrong)) ==
             "line 4: expected '  state: manageable', but it leads to '  state: verifying, to "
             "manageable'");
}

BOOST_AUTO_TEST_CASE(an_unknown_line_is_rejected) {
  BOOST_CHECK_THROW(play_scenario("manage\n"), std::invalid_argument);
  BOOST_CHECK_THROW(play_scenario("node\nfly away\n"), std::invalid_argument);
  BOOST_CHECK_THROW(play_scenario("node\ndriver: done\n"), std::invalid_argument);
  BOOST_CHECK_THROW(play_scenario("node\ntime passes: soon\n"), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
