#include "drivers/kit/gzip_text.hpp"
#include "tests/support/jumping_host.hpp"
#include "tests/unit/drivers/redfish/redfish_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

// Settings that one step changes: clock, boot mode, secure boot.

namespace {

/// A PATCH of the system takes effect when the machine restarts.
void take_at_next_start(redfish_fixture& x, const json& change) {
  const auto said = std::make_shared<bool>(false);
  x.link.instead = [&x, change, said](const http_request& request) -> std::optional<http_result> {
    http_response out;
    out.status = 204;
    if (request.method == http_method::patch) {
      *said = true;
      return out;
    }
    if (!*said || !holds(request.target, "ComputerSystem.Reset")) return {};
    x.link.bmc.with_machine([&change](auto& machine) {
      machine.boot.mode = change.value("mode", machine.boot.mode);
      machine.secure.enabled = change.value("secure", machine.secure.enabled);
      return 0;
    });
    return {};
  };
}

bool is_manager(const std::string& target) {
  constexpr std::string_view folder = "/redfish/v1/Managers/";
  return target.starts_with(folder) && target.find('/', folder.size()) == std::string::npos;
}

/// A BMC that answers changes of its clock so. `shown`: it shows that NTP is enabled.
void keep_time_by_ntp(redfish_fixture& x, unsigned status, const std::string& body, bool shown) {
  auto options = x.options;
  options.enable_verify_bmc_clock = true;
  x.use(options);
  x.link.instead = [=](const http_request& request) -> std::optional<http_result> {
    http_response out;
    if (request.method == http_method::patch) {
      out.status = status;
      out.body = body;
      return out;
    }
    out.status = 200;
    out.body = shown ? R"({"NTP": {"ProtocolEnabled": true}})" : R"({"NTP": {}})";
    if (request.target.ends_with("/NetworkProtocol")) return out;
    if (!is_manager(request.target)) return {};
    out.body = R"({"DateTime": "2001-01-01T00:00:00+00:00",
                   "NetworkProtocol": {"@odata.id": "/redfish/v1/Managers/1/NetworkProtocol"}})";
    return out;
  };
}

}  // namespace

BOOST_AUTO_TEST_SUITE(redfish_changes)

BOOST_AUTO_TEST_CASE(sets_the_bmc_clock) {
  const jumping_host still;
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      redfish_fixture x{profile};
      x.link.pace = 0ms;
      x.done("management", "set_bmc_clock", {{"target_datetime", "2026-08-20T10:00:00+00:00"}});
      BOOST_TEST(x.link.bodies(R"("DateTime":"2026-08-20T10:00:00)") >= 1U);
    }
}

BOOST_AUTO_TEST_CASE(rejects_invalid_times) {
  redfish_fixture x;
  for (const json& odd :
       {json{{"target_datetime", "tomorrow"}}, json{{"datetime_local_offset", "2 hours"}}}) {
    const auto end = x.run("management", "set_bmc_clock", odd);
    BOOST_TEST((end.why == error_code::invalid), end.reason);
  }
  BOOST_TEST(x.link.total() == 0U);
}

BOOST_AUTO_TEST_CASE(sets_a_wrong_clock_if_enabled) {
  const jumping_host still;
  redfish_fixture x{"dell"};
  x.done("management", "verify_bmc_clock");
  BOOST_TEST(x.link.total() == 0U);
  auto options = x.options;
  options.enable_verify_bmc_clock = true;
  x.use(options);
  x.link.pace = 0ms;
  x.done("management", "verify_bmc_clock");
  BOOST_TEST(x.link.count("PATCH") >= 1U);
  const auto before = x.link.count("PATCH");
  x.done("management", "verify_bmc_clock");
  BOOST_TEST(x.link.count("PATCH") == before);  // it is correct
}

BOOST_AUTO_TEST_CASE(a_clock_that_ignores_the_time_fails_the_step) {
  redfish_fixture x{"dell"};
  auto options = x.options;
  options.enable_verify_bmc_clock = true;
  x.use(options);
  x.link.instead = [](const http_request& request) -> std::optional<http_result> {
    http_response out;
    out.status = 204;
    if (request.method == http_method::patch) return out;
    return {};
  };
  const auto end = x.run("management", "verify_bmc_clock");
  BOOST_TEST(to_string(end.status) == "failed");
  BOOST_TEST(holds(end.reason, "but it shows '"), end.reason);
}

BOOST_AUTO_TEST_CASE(leaves_a_clock_that_ntp_sets) {
  for (const unsigned status : {400U, 409U, 500U, 204U})
    for (const char* step : {"set_bmc_clock", "verify_bmc_clock"}) {
      BOOST_TEST_CONTEXT(step << " " << status) {
        redfish_fixture x{"dell"};
        keep_time_by_ntp(x, status, {}, true);
        const auto told = x.done("management", step);
        BOOST_TEST(holds(told.evidence, "takes its time from NTP"), told.evidence);
        BOOST_TEST(x.node.driver_internal_info.contains("redfish_clock_by_ntp"));
        const auto again = x.done("management", step);
        BOOST_TEST(again.observed.driver_internal_info.empty());  // it is logged once
      }
    }
}

BOOST_AUTO_TEST_CASE(a_rejection_that_names_ntp_leaves_the_clock) {
  redfish_fixture x{"dell"};
  keep_time_by_ntp(x, 400, R"({"error": {"message": "Not possible while NTP is enabled."}})",
                   false);
  x.done("management", "set_bmc_clock");
}

BOOST_AUTO_TEST_CASE(another_rejection_of_a_time_fails_the_step) {
  redfish_fixture x{"dell"};
  keep_time_by_ntp(x, 400, R"({"error": {"message": "no such time"}})", false);
  const auto end = x.run("management", "set_bmc_clock");
  BOOST_TEST(to_string(end.status) == "failed");
  BOOST_TEST(holds(end.reason, "no such time"), end.reason);
}

BOOST_AUTO_TEST_CASE(restarts_a_machine_for_a_new_mode_and_switches_it_off_again) {
  redfish_fixture x{"dell"};
  take_at_next_start(x, {{"mode", "Legacy"}});
  const auto told = x.done("management", "set_boot_mode", {{"mode", "bios"}});
  BOOST_TEST(told.observed.boot_mode.value() == "bios");
  BOOST_TEST(x.link.count("ComputerSystem.Reset") >= 2U);
  x.settle();
  BOOST_TEST((x.machine_power() == simulator::machine_power::powered_off));
}

BOOST_AUTO_TEST_CASE(restarts_a_machine_for_secure_boot) {
  redfish_fixture x{"dell"};
  take_at_next_start(x, {{"secure", true}});
  const auto told = x.done("management", "set_secure_boot", {{"state", true}});
  BOOST_TEST(told.observed.secure_boot.value());
}

BOOST_AUTO_TEST_CASE(a_mode_that_never_changes_fails_unless_the_timeout_is_0) {
  for (const auto limit : {1ms, 0ms}) {
    redfish_fixture x{"dell"};
    auto options = x.options;
    options.boot_mode_config_timeout = limit;
    x.use(options);
    take_at_next_start(x, json::object());
    const auto end = x.run("management", "set_boot_mode", {{"mode", "bios"}});
    BOOST_TEST((end.status == step_status::failed) == (limit != 0ms));
    if (limit != 0ms) BOOST_TEST(holds(end.reason, "its boot mode did not change"), end.reason);
    if (limit == 0ms) BOOST_TEST(x.link.count("ComputerSystem.Reset") == 0U);
  }
}

// -- gzip -----------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(decompresses_gzip_up_to_a_limit) {
  static constexpr unsigned char packed[] = {0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00,
                                             0x00, 0x03, 0xab, 0xae, 0x05, 0x00, 0x43, 0xbf,
                                             0xa6, 0xa3, 0x02, 0x00, 0x00, 0x00};
  const std::string_view body{reinterpret_cast<const char*>(packed), sizeof packed};
  BOOST_TEST(gunzip(body, 100).value_or("none") == "{}");
  BOOST_TEST(!gunzip(body, 1).has_value());
  BOOST_TEST(!gunzip(body.substr(0, 12), 100).has_value());
  BOOST_TEST(!gunzip("{}", 100).has_value());
  BOOST_TEST(!gunzip("", 100).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
