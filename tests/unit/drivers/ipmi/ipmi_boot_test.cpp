#include "tests/unit/drivers/ipmi/ipmi_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

step_outcome order_device(ipmi_fixture& bmc) {
  return bmc.run("management", "set_boot_device", {{"device", "pxe"}});
}

/// Commands that begin so fail, that many times.
void fail_commands(ipmi_fixture& bmc, const std::string& command, const std::string& fault) {
  bmc.set("fault_of", command);
  bmc.set("fault", fault);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(boot_device_of_ipmi)

BOOST_AUTO_TEST_CASE(an_error_whose_device_is_shown_is_no_failure) {
  ipmi_fixture bmc;
  bmc.set("boot", "0xa0 0x04");
  fail_commands(bmc, "raw 0x00 0x08 0x05", "99\nUnable to send RAW command: Timeout");
  auto options = bmc.options;
  options.command_retry_timeout = std::chrono::milliseconds{0};
  bmc.use(options);
  const auto end = order_device(bmc);
  BOOST_TEST(to_string(end.status) == "done", end.reason);
}

BOOST_AUTO_TEST_CASE(an_error_whose_device_is_not_shown_is_a_failure) {
  ipmi_fixture bmc;
  fail_commands(bmc, "raw 0x00 0x08 0x05",
                "99\nUnable to send RAW command: Invalid data field in request");
  const auto end = order_device(bmc);
  BOOST_TEST(to_string(end.status) == "failed");
  BOOST_TEST(holds(end.reason, "Invalid data field in request"), end.reason);
}

BOOST_AUTO_TEST_CASE(a_bmc_that_cannot_show_an_accepted_device_is_believed) {
  ipmi_fixture bmc;
  fail_commands(bmc, "chassis bootparam", "99\nGet Chassis Boot Parameter failed: Invalid command");
  const auto end = order_device(bmc);
  BOOST_TEST(to_string(end.status) == "done", end.reason);
  BOOST_TEST(bmc.get("boot") == "0xa0 0x04");
}

BOOST_AUTO_TEST_CASE(the_device_is_read_after_it_was_set) {
  ipmi_fixture bmc;
  BOOST_TEST(to_string(order_device(bmc).status) == "done");
  BOOST_TEST(bmc.commands().back() == "chassis bootparam get 5");
}

BOOST_AUTO_TEST_SUITE_END()
