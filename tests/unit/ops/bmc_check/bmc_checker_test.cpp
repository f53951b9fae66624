#include "ops/bmc_check/bmc_checker.hpp"

#include "ops/bmc_check/report_text.hpp"
#include "tests/support/redfish/simulated_link.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

namespace ironbus::test {

using namespace bmc_check;
using namespace std::chrono_literals;

namespace {

/// Without long waits: the machine's time advances with each request.
check_request quick_check(simulated_link& link, bool orders) {
  check_request out;
  out.driver_info = link.driver_info();
  out.orders = orders;
  out.step_limit = 60s;
  out.exchange = link.exchange();
  auto& quick = out.redfish;
  quick.retry_first = quick.retry_longest = quick.power_poll_first = quick.reset_pause = 1ms;
  quick.power_on_conflict_retry_interval = quick.boot_mode_config_interval = 1ms;
  return out;
}

check_report checked(simulated_link& link, bool orders) {
  auto out = check_bmc(quick_check(link, orders));
  BOOST_TEST_REQUIRE(out.has_value());
  return std::move(*out);
}

const check_line* line_of(const check_report& report, const std::string& name) {
  const auto found = std::ranges::find(report.lines, name, &check_line::name);
  return found == report.lines.end() ? nullptr : &*found;
}

std::string text_of(const check_report& report) {
  return report_text(report, "https://192.0.2.7", "redfish");
}

unsigned power_orders(simulated_link& link) {
  return link.bmc.report()["power_order_count"].get<unsigned>();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bmc_checks)

BOOST_AUTO_TEST_CASE(simulated_vendors_pass_without_any_order) {
  for (const auto& kind : simulator::profiles()) {
    BOOST_TEST_CONTEXT(kind.name) {
      simulated_link link{kind.name};
      const auto report = checked(link, false);
      BOOST_TEST(report.passed(), text_of(report));
      BOOST_TEST(line_of(report, "power state")->text == "power off");
      BOOST_TEST((line_of(report, "boot device")->result == check_result::works));
      BOOST_TEST((line_of(report, "inspection")->result == check_result::works));
      BOOST_TEST((line_of(report, "power on") == nullptr));
      BOOST_TEST(link.bmc.report()["orders"] == 0U);
      BOOST_TEST(text_of(report).find(link.bmc.who().password) == std::string::npos);
    }
  }
}

BOOST_AUTO_TEST_CASE(simulated_vendors_pass_with_power_orders) {
  for (const auto& kind : simulator::profiles()) {
    BOOST_TEST_CONTEXT(kind.name) {
      simulated_link link{kind.name};
      const auto report = checked(link, true);
      BOOST_TEST(report.passed(), text_of(report));
      BOOST_TEST(line_of(report, "power on")->text == "power on");
      BOOST_TEST(line_of(report, "power off again")->text == "power off");
      BOOST_TEST(power_orders(link) >= 4U);
    }
  }
}

BOOST_AUTO_TEST_CASE(machine_that_was_on_is_on_again_at_the_end) {
  simulated_link link;
  link.bmc.with_machine([](auto& machine) { machine.reset("On"); });
  link.time.moment += 1min;
  const auto report = checked(link, true);
  BOOST_TEST(report.passed(), text_of(report));
  link.time.moment += 1min;
  BOOST_TEST(link.bmc.state()["power"] == "on");
}

BOOST_AUTO_TEST_CASE(rejected_login_ends_the_check_after_one_attempt) {
  simulated_link link;
  auto wanted = quick_check(link, true);
  wanted.driver_info["redfish_password"] = "geheim";
  const auto report = check_bmc(wanted);
  BOOST_TEST_REQUIRE(report.has_value());
  BOOST_TEST(!report->passed());
  BOOST_TEST(report->login_rejected);
  BOOST_TEST(link.count(" 401") == 1U);
  BOOST_TEST(power_orders(link) == 0U);
  BOOST_TEST((report->lines.back().result == check_result::skipped));
  const auto text = text_of(*report);
  BOOST_TEST(text.find("geheim") == std::string::npos);
  BOOST_TEST(text.find("rejected the user name or password") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(check_without_contact_does_not_pass) {
  simulated_link link;
  link.instead = [](const http_request&) -> std::optional<http_result> {
    return http_fail(http_error::unreachable, "The BMC cannot be reached.");
  };
  auto wanted = quick_check(link, true);
  wanted.redfish.request_timeout = wanted.redfish.connect_timeout = 50ms;
  const auto report = check_bmc(wanted).value();
  BOOST_TEST(!report.passed());
  BOOST_TEST(!report.reached);
  BOOST_TEST(text_of(report).find("No check worked") != std::string::npos);
  BOOST_TEST((report.lines.front().result == check_result::fails));
}

BOOST_AUTO_TEST_CASE(failed_order_fails_the_check_and_skips_the_rest) {
  simulated_link link;
  link.instead = [](const http_request& request) -> std::optional<http_result> {
    if (!request.target.ends_with("ComputerSystem.Reset")) return std::nullopt;
    http_response out;
    out.status = 400;
    out.body = R"({"error":{"code":"X","message":"The lid is open."}})";
    return out;
  };
  auto wanted = quick_check(link, true);
  wanted.step_limit = 2s;
  const auto report = check_bmc(wanted).value();
  BOOST_TEST(!report.passed());
  BOOST_TEST((line_of(report, "power on")->result == check_result::fails));
  BOOST_TEST(line_of(report, "power on")->text.find("The lid is open.") != std::string::npos);
  BOOST_TEST((line_of(report, "reboot")->result == check_result::skipped));
}

BOOST_AUTO_TEST_CASE(oddities_of_the_answers_are_reported) {
  simulated_link link{"dell", {}, "paged-collections,wrong-content-type"};
  const auto report = checked(link, false);
  const auto text = text_of(report);
  BOOST_TEST(text.find("paged_collection") != std::string::npos);
  BOOST_TEST(text.find("the BMC sends JSON with another content type. First: /redfish/v1") !=
             std::string::npos);
  BOOST_TEST(text.find("A collection comes in pages. First: GET /redfish/v1") != std::string::npos);
  BOOST_TEST(text.find("server_error") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(unknown_driver_is_rejected) {
  simulated_link link;
  auto wanted = quick_check(link, false);
  wanted.driver = "nonsense";
  BOOST_TEST(!check_bmc(wanted).has_value());
  BOOST_TEST(link.total() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
