#include "drivers/ramdisk/base/subprocess.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>

using namespace ironbus::ramdisk;
using namespace std::chrono_literals;

namespace {

bool says(const program_result& end, std::string_view text) {
  return end.output.find(text) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ramdisk_subprocess)

BOOST_AUTO_TEST_CASE(returns_output_and_code) {
  const auto end = run_program({"sh", "-c", "cat; echo more >&2; exit 3"}, "input ");
  BOOST_TEST(end.code == 3);
  BOOST_TEST(end.output == "input more\n");
  BOOST_TEST(run_program({"/nonexistent"}).code == 127);
}

BOOST_AUTO_TEST_CASE(a_program_that_only_closes_its_output_is_killed_at_the_timeout) {
  const auto end = run_program({"sh", "-c", "exec >&- 2>&-; exec sleep 1000"}, "", 1s);
  BOOST_TEST(end.code == 128 + SIGKILL);
  BOOST_TEST(says(end, "killed: it took too long"));
}

BOOST_AUTO_TEST_CASE(child_processes_are_killed_with_their_program) {
  const auto end = run_program({"sh", "-c", "sleep 1000 & echo $!; wait"}, "", 1s);
  BOOST_TEST(says(end, "killed: it took too long"));
  const auto child = std::stoi(end.output);
  const auto look = run_program(
      {"sh", "-c", "while kill -0 " + std::to_string(child) + " 2>/dev/null; do :; done"});
  BOOST_TEST(look.code == 0);
}

BOOST_AUTO_TEST_CASE(a_program_whose_end_cannot_be_seen_has_failed) {
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  const auto end = run_program({"true"});
  std::signal(SIGCHLD, before);
  BOOST_TEST(end.code == 127);
  BOOST_TEST(says(end, "its end cannot be seen"), end.output);
}

BOOST_AUTO_TEST_SUITE_END()
