#include "tests/unit/drivers/redfish/redfish_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

constexpr const char* ending = "DELETE /redfish/v1/SessionService/Sessions/";

}  // namespace

BOOST_AUTO_TEST_SUITE(redfish_leave)

BOOST_AUTO_TEST_CASE(the_sessions_of_a_worker_end_with_it) {
  for (const auto& profile : all_profiles()) {
    redfish_fixture x{profile};
    x.done("power", "get_power_state");
    x.done("management", "detect_vendor");
    BOOST_TEST(x.link.count(ending) == 0U);
    x.release_machines();
    BOOST_TEST(x.link.count(std::string{ending} + "1 204") == 1U, profile);
    x.release_machines();
    BOOST_TEST(x.link.count(ending) == 1U);
  }
}

BOOST_AUTO_TEST_CASE(a_session_of_each_account_ends) {
  redfish_fixture x;
  x.done("power", "get_power_state");
  x.node.driver_info.edit()["redfish_verify_ca"] = false;
  x.done("power", "get_power_state");
  x.release_machines();
  BOOST_TEST(x.link.count(ending) == 2U);
}

BOOST_AUTO_TEST_CASE(sends_nothing_without_a_session) {
  redfish_fixture x;
  x.release_machines();
  x.node.driver_info = x.link.driver_info("basic");
  x.done("power", "get_power_state");
  const auto before = x.link.total();
  x.release_machines();
  BOOST_TEST(x.link.total() == before);
}

BOOST_AUTO_TEST_CASE(without_a_permit_or_time_sessions_are_left_to_the_bmc) {
  redfish_fixture x;
  x.done("power", "get_power_state");
  x.release_machines(lasting_permit(), -1ms);
  BOOST_TEST(x.link.count(ending) == 0U);

  redfish_fixture y;
  y.done("power", "get_power_state");
  test_lease worker;
  const auto leave = worker.issue();
  worker.lapse();
  y.release_machines(leave);
  BOOST_TEST(y.link.count(ending) == 0U);
}

BOOST_AUTO_TEST_CASE(a_silent_bmc_blocks_nothing) {
  redfish_fixture x;
  x.done("power", "get_power_state");
  x.link.instead = [](const http_request& request) -> std::optional<http_result> {
    BOOST_TEST((request.deadline < std::chrono::steady_clock::time_point::max()));
    return http_fail(http_error::timeout, "silence");
  };
  x.release_machines();
  BOOST_TEST(x.link.count(ending) == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
