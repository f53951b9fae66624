#include "tests/unit/drivers/ipmi/ipmi_fixture.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

constexpr const char* silence = "Error: Unable to establish IPMI v2 / RMCP+ session";

step_outcome ask(ipmi_fixture& bmc) { return bmc.run("power", "get_power_state"); }

/// Number of attempts until the command fails or succeeds.
size_t tries(ipmi_fixture& bmc, const std::string& fault, const std::string& step = "inject_nmi",
             const std::string& interface = "management") {
  bmc.set("fault", fault);
  bmc.run(interface, step);
  return bmc.commands().size();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(commands_of_ipmi)

BOOST_AUTO_TEST_CASE(uses_the_best_cipher_suite) {
  ipmi_fixture bmc;
  BOOST_TEST(to_string(ask(bmc).observed.power_state.value()) == "power off");
  BOOST_TEST(bmc.commands().size() == 1U);
}

BOOST_AUTO_TEST_CASE(falls_back_to_the_next_cipher_suite_and_remembers_it) {
  ipmi_fixture bmc;
  bmc.set("suites", "3");
  BOOST_TEST(to_string(ask(bmc).status) == "done");
  BOOST_TEST(bmc.commands().size() == 2U);
  BOOST_TEST(to_string(ask(bmc).status) == "done");
  BOOST_TEST(bmc.commands().size() == 3U);
}

BOOST_AUTO_TEST_CASE(reports_a_bmc_without_any_cipher_suite) {
  ipmi_fixture bmc;
  bmc.set("suites", "8");
  const auto end = ask(bmc);
  BOOST_TEST(to_string(end.status) == "failed");
  BOOST_TEST(holds(end.reason, "driver_info.ipmi_cipher_suite"), end.reason);
  BOOST_TEST(holds(end.reason, "no matching cipher suite"), end.reason);
  BOOST_TEST(bmc.commands().size() == 2U);
  bmc.node.driver_info.edit()["ipmi_cipher_suite"] = 8;
  BOOST_TEST(to_string(ask(bmc).status) == "done");
}

BOOST_AUTO_TEST_CASE(tries_wrong_credentials_once) {
  for (const char* file : {"password", "user", "kg"}) {
    ipmi_fixture bmc;
    bmc.set(file, "another");
    const auto end = ask(bmc);
    BOOST_TEST(to_string(end.status) == "failed");
    BOOST_TEST(to_string(end.why) == "driver_failed");
    BOOST_TEST(holds(end.reason, "rejected the user name, the password or the K_g key"),
               end.reason);
    BOOST_TEST(holds(end.reason, "192.0.2.7:623"), end.reason);
    BOOST_TEST(holds(end.reason, "RAKP"), end.reason);
    BOOST_TEST(!holds(end.reason, "secret"), end.reason);
    BOOST_TEST(bmc.commands().size() == 1U);
  }
}

BOOST_AUTO_TEST_CASE(passes_a_key_and_an_absent_password) {
  ipmi_fixture bmc;
  bmc.set("kg", "abc");
  bmc.set("password", "");
  bmc.node.driver_info = {
      {"ipmi_address", "192.0.2.7"}, {"ipmi_username", "admin"}, {"ipmi_hex_kg_key", "616263"}};
  BOOST_TEST(to_string(ask(bmc).status) == "done");
}

BOOST_AUTO_TEST_CASE(fails_if_the_bmc_reports_neither_on_nor_off) {
  ipmi_fixture bmc;
  bmc.set("power", "unknown");
  const auto end = ask(bmc);
  BOOST_TEST(to_string(end.status) == "failed");
  BOOST_TEST(holds(end.reason, "reports neither power on nor power off."), end.reason);
}

BOOST_AUTO_TEST_CASE(retries_a_busy_bmc) {
  for (const char* text :
       {"Get Chassis Power Status failed: Node busy",
        "Error in open session response message : insufficient resources for session", silence}) {
    ipmi_fixture bmc;
    bmc.set("fault", "3\n" + std::string{text});
    BOOST_TEST(to_string(ask(bmc).status) == "done", text);
    BOOST_TEST(bmc.commands().size() == 4U);
  }
}

BOOST_AUTO_TEST_CASE(does_not_retry_permanent_failures) {
  for (const char* text : {"Set Session Privilege Level to ADMINISTRATOR failed",
                           "Address lookup for nohost failed\nCould not open socket!",
                           "Get Chassis Power Status failed: Invalid command"}) {
    ipmi_fixture bmc;
    bmc.set("fault", "9\n" + std::string{text});
    const auto end = ask(bmc);
    BOOST_TEST(to_string(end.status) == "failed");
    BOOST_TEST(holds(end.reason, std::string{text}.substr(0, 20)), end.reason);
    BOOST_TEST(bmc.commands().size() == 1U);
  }
}

BOOST_AUTO_TEST_CASE(retries_a_command_once_only_if_it_was_not_executed) {
  for (const char* fault :
       {"2\nNode busy", "2\nError: Unable to establish IPMI v2 / RMCP+ session"}) {
    ipmi_fixture bmc;
    BOOST_TEST(tries(bmc, fault) == 3U, fault);
  }
  ipmi_fixture bmc;
  BOOST_TEST(tries(bmc, "2\nsomething odd") == 1U);
}

BOOST_AUTO_TEST_CASE(a_silent_bmc_costs_one_timeout) {
  ipmi_fixture bmc;
  auto options = bmc.options;
  options.command_retry_timeout = 200ms;
  bmc.use(options);
  bmc.set("fault", "9\nhang");
  const auto end = ask(bmc);
  BOOST_TEST(to_string(end.status) == "failed");
  BOOST_TEST(holds(end.reason, "it did not respond"), end.reason);
  BOOST_TEST(bmc.commands().size() <= 1U);
}

BOOST_AUTO_TEST_CASE(retries_configured_messages) {
  ipmi_fixture bmc;
  auto options = bmc.options;
  options.additional_retryable_ipmi_errors = {"Invalid command"};
  bmc.use(options);
  BOOST_TEST(tries(bmc, "1\nSet failed: Invalid command") == 2U);
}

BOOST_AUTO_TEST_CASE(names_a_missing_program) {
  ipmi_fixture bmc;
  auto options = bmc.options;
  options.ipmitool_path = "/nonexistent/ipmitool";
  bmc.use(options);
  const auto end = ask(bmc);
  BOOST_TEST(holds(end.reason, "/nonexistent/ipmitool"), end.reason);
}

BOOST_AUTO_TEST_CASE(runs_one_command_at_a_time_for_a_bmc) {
  ipmi_fixture bmc;
  bmc.set("fault", "1\nNode busy");  // a retry keeps its turn
  const auto nmi = bmc.begin(bmc.request("management", "inject_nmi"));
  const auto state = bmc.begin(bmc.request("power", "get_power_state"));
  bmc.run_all();
  BOOST_TEST(to_string(nmi->value().status) == "done");
  BOOST_TEST(to_string(state->value().status) == "done");
  const std::vector<std::string> expected{"power diag", "power diag", "power status"};
  BOOST_TEST(bmc.commands() == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(limits_the_queue_of_a_bmc) {
  boost::asio::io_context io;
  bmc_queue bmc{io.get_executor(), 0ms};
  size_t entered = 0;
  size_t refused = 0;
  for (int i = 0; i < 70; ++i)
    boost::asio::co_spawn(io, bmc.enter(), [&](const std::exception_ptr&, bool has_turn) {
      ++(has_turn ? entered : refused);
    });
  io.poll();
  BOOST_TEST(entered == 1U);
  BOOST_TEST(refused == 5U);  // 64 are queued
}

BOOST_AUTO_TEST_CASE(pauses_after_each_command) {
  boost::asio::io_context io;
  bmc_queue bmc{io.get_executor(), 1h};
  bool rested = false;
  boost::asio::co_spawn(io, bmc.rest(), [&](const std::exception_ptr&) { rested = true; });
  io.poll();
  BOOST_TEST(rested);  // unused
  bmc.used();
  rested = false;
  boost::asio::co_spawn(io, bmc.rest(), [&](const std::exception_ptr&) { rested = true; });
  io.restart();
  io.poll();
  BOOST_TEST(!rested);
}

BOOST_AUTO_TEST_SUITE_END()
