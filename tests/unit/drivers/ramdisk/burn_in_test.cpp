#include "drivers/ramdisk/steps/burn_in.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"

#include <boost/test/unit_test.hpp>

#include <functional>

using namespace ironbus::ramdisk;
using nlohmann::json;

namespace {

const json nothing_given = json::object();
const std::vector<std::string> two_disks{"/dev/sda", "/dev/sdb"};

std::string line_of(const burn_in_order& order) {
  std::string out;
  for (const auto& word : order.program) out += (out.empty() ? "" : " ") + word;
  return out;
}

std::string refusal_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const command_failure& failed) {
    return failed.details;
  }
  return {};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ramdisk_burn_in)

BOOST_AUTO_TEST_CASE(has_the_defaults_of_the_stock_agent) {
  const auto cpu = burn_in_of("burnin_cpu", nothing_given, nothing_given, {});
  BOOST_TEST(line_of(cpu) == "stress-ng --cpu 0 --timeout 86400 --metrics-brief");
  BOOST_TEST(cpu.time_max.count() == 87000);
  BOOST_TEST(line_of(burn_in_of("burnin_memory", nothing_given, nothing_given, {})) ==
             "stress-ng --vm 0 --timeout 86400 --vm-bytes 98% --metrics-brief");
  BOOST_TEST(line_of(burn_in_of("burnin_disk", nothing_given, nothing_given, two_disks)) ==
             "fio --rw readwrite --bs 4k --direct 1 --ioengine libaio --iodepth 32 --verify crc32c "
             "--verify_dump 1 --continue_on_error verify --loops 4 --name /dev/sda --filename "
             "/dev/sda --name /dev/sdb --filename /dev/sdb");
}

BOOST_AUTO_TEST_CASE(takes_arguments_before_driver_info) {
  const json node{
      {"driver_info", {{"agent_burnin_cpu_timeout", "60"}, {"agent_burnin_cpu_cpu", 8}}}};
  BOOST_TEST(line_of(burn_in_of("burnin_cpu", node, {{"timeout", 5}}, {})) ==
             "stress-ng --cpu 8 --timeout 5 --metrics-brief");
  BOOST_TEST(line_of(burn_in_of("burnin_cpu", node, nothing_given, {})) ==
             "stress-ng --cpu 8 --timeout 60 --metrics-brief");
}

BOOST_AUTO_TEST_CASE(rejects_wrong_parameters_by_name_and_value) {
  BOOST_TEST(refusal_of([] {
               burn_in_of("burnin_cpu", nothing_given, {{"timeout", "soon"}}, {});
             }) == "timeout is \"soon\"; allowed: a number from 1 to 604800");
  BOOST_TEST(refusal_of([] {
               burn_in_of("burnin_memory", nothing_given, {{"vm_bytes", "all; reboot"}}, {});
             }) == "vm_bytes is 'all; reboot'; allowed: such as 98% or 4g");
  BOOST_TEST(refusal_of([] { burn_in_of("burnin_disk", nothing_given, nothing_given, {}); }) ==
             "burnin_disk found no disk");
}

BOOST_AUTO_TEST_CASE(says_which_program_the_ramdisk_lacks) {
  BOOST_TEST(refusal_of([] {
               run_burn_in("burnin_cpu", {{"no-such-stress"}, std::chrono::seconds{9}});
             }) ==
             "The step burnin_cpu needs the program no-such-stress, which this ramdisk lacks. "
             "Build it with ops/ramdisk --package no-such-stress.");
}

BOOST_AUTO_TEST_CASE(fails_with_the_end_of_the_output) {
  BOOST_TEST(refusal_of([] {
               run_burn_in("burnin_cpu",
                           {{"sh", "-c", "echo cpu 3 failed; exit 2"}, std::chrono::seconds{60}});
             }) == "The step burnin_cpu failed: sh ended with code 2: cpu 3 failed");
  BOOST_TEST(run_burn_in("burnin_cpu", {{"echo", "passed"}, std::chrono::seconds{60}}) ==
             (json{{"output", "passed"}}));
}

BOOST_AUTO_TEST_SUITE_END()
