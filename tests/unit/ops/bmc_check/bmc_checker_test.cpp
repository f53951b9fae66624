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

/// A BMC without sessions, such as sushy-emulator: its root names none, and the request for one is
/// answered like one for any path, with 401 unless the password is correct.
struct bmc_without_sessions {
  simulated_link link{"openbmc"};

  bmc_without_sessions() {
    link.instead = [](const http_request& request) -> std::optional<http_result> {
      http_response out;
      if (request.target == "/redfish/v1/") {
        out.status = 200;
        out.body = R"({"@odata.id":"/redfish/v1/","@odata.type":"#ServiceRoot.v1_5_0.ServiceRoot",
          "Id":"Root","Name":"Root","RedfishVersion":"1.5.0",
          "Systems":{"@odata.id":"/redfish/v1/Systems"},
          "Managers":{"@odata.id":"/redfish/v1/Managers"},
          "Chassis":{"@odata.id":"/redfish/v1/Chassis"}})";
        return out;
      }
      if (!request.target.ends_with("/Sessions")) return std::nullopt;
      out.status = 401;
      out.body = R"({"error":{"code":"X","message":"Authorization required"}})";
      return out;
    };
  }
};

BOOST_AUTO_TEST_CASE(bmc_without_sessions_gets_the_password_with_each_request) {
  bmc_without_sessions x;
  const auto report = checked(x.link, false);
  BOOST_TEST(report.passed(), text_of(report));
  BOOST_TEST(text_of(report).find("no_session") != std::string::npos);
  BOOST_TEST(!report.login_rejected);
}

BOOST_AUTO_TEST_CASE(bmc_without_sessions_gets_a_wrong_password_once) {
  bmc_without_sessions x;
  auto wanted = quick_check(x.link, true);
  wanted.driver_info["redfish_password"] = "geheim";
  const auto report = check_bmc(wanted).value();
  BOOST_TEST(report.login_rejected);
  BOOST_TEST(x.link.count("GET /redfish/v1/Systems") == 1U);
}

BOOST_AUTO_TEST_CASE(rejected_login_shows_the_words_of_the_bmc) {
  simulated_link link;
  link.instead = [](const http_request& request) -> std::optional<http_result> {
    if (!request.target.ends_with("/Sessions")) return std::nullopt;
    http_response out;
    out.status = 401;
    out.body = R"({"error":{"code":"X","message":"The account is locked."}})";
    return out;
  };
  const auto report = checked(link, false);
  BOOST_TEST(report.login_rejected);
  BOOST_TEST(report.lines.front().text.find("The account is locked.") != std::string::npos);
  BOOST_TEST(report.lines.front().text.find("HTTP 401") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(working_checks_show_what_was_found) {
  simulated_link link;
  const auto report = checked(link, false);
  BOOST_TEST(line_of(report, "vendor")->text == "Dell");
  BOOST_TEST(line_of(report, "boot mode")->text == "uefi");
  BOOST_TEST(line_of(report, "Secure Boot")->text == "off");
  BOOST_TEST(line_of(report, "MAC addresses")->text.find(link.bmc.who().macs.at(0)) !=
             std::string::npos);
  BOOST_TEST(line_of(report, "health")->text == "OK");
  for (const auto& line : report.lines) BOOST_TEST(!line.text.empty(), line.name);
}

/// A BMC that keeps each boot device, also one for one boot, such as sushy-emulator.
struct bmc_that_keeps_devices {
  simulated_link link{"openbmc"};
  json boot{{"BootSourceOverrideTarget", "Hdd"}, {"BootSourceOverrideEnabled", "Continuous"}};
  bool accepts_disk = true;

  bmc_that_keeps_devices() {
    const auto system = "/redfish/v1/Systems/" + std::string{link.bmc.kind().system_id};
    link.instead = [this, system](const http_request& request) -> std::optional<http_result> {
      if (request.target != system) return std::nullopt;
      if (request.method == http_method::patch) return take(json::parse(request.body).at("Boot"));
      return show(request);
    };
  }

  std::optional<http_result> take(const json& wanted) {
    http_response out;
    out.status = 204;
    if (wanted["BootSourceOverrideTarget"] == "Hdd" && !accepts_disk) out.status = 400;
    if (out.status == 204) boot["BootSourceOverrideTarget"] = wanted["BootSourceOverrideTarget"];
    return out;
  }
  std::optional<http_result> show(const http_request& request) {
    http_response out;
    out.status = 200;
    auto body =
        json::parse(link.bmc.answer_to({"GET", request.target, request.headers, {}}).response.body);
    body["Boot"].merge_patch(boot);
    out.body = to_text(body);
    return out;
  }
};

BOOST_AUTO_TEST_CASE(boot_device_of_the_orders_does_not_stay) {
  bmc_that_keeps_devices x;
  const auto report = checked(x.link, true);
  BOOST_TEST(report.passed(), text_of(report));
  BOOST_TEST(x.link.bodies("Pxe") > 0U);
  BOOST_TEST(x.boot["BootSourceOverrideTarget"] == "Hdd");
  BOOST_TEST(report.device_left.empty());
}

BOOST_AUTO_TEST_CASE(boot_device_that_stays_is_reported) {
  bmc_that_keeps_devices x;
  x.accepts_disk = false;
  const auto text = text_of(checked(x.link, true));
  BOOST_TEST(text.find("The boot device before was") != std::string::npos);
  BOOST_TEST(text.find(R"(It is now {"boot_device":"pxe")") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(report_names_pauses_between_commands) {
  check_report report;
  report.pause = 5s;
  BOOST_TEST(text_of(report).find("pauses: the times contain 5.0 s between two commands") !=
             std::string::npos);
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
