#include "drivers/redfish/client/redfish_settings.hpp"

#include "tests/unit/drivers/redfish/redfish_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <array>

using namespace ironbus;
using namespace ironbus::test;

// Boot settings in a settings resource (@Redfish.Settings) of the system.

namespace {

http_response plain_answer(unsigned status, const std::string& body = {}) {
  http_response out;
  out.status = status;
  out.body = body;
  return out;
}

/// A machine whose system names settings at SD. The system rejects changes of `rejected` members.
struct settings_fixture : redfish_fixture {
  settings_fixture() {
    link.instead = [this](const http_request& request) { return answer_of(request); };
  }

  json settings = json::object();               ///< What SD shows.
  std::string rejected = "BootSourceOverride";  ///< A part of a body.
  size_t errors = 0;                            ///< Of SD, before it answers.
  std::vector<json> of_system;                  ///< Accepted changes.
  std::vector<json> of_settings;
  std::vector<std::string> targets{"None", "Pxe", "Hdd", "Cd", "UefiHttp"};

private:
  std::optional<http_result> answer_of(const http_request& request) {
    const std::string system{link.bmc.kind().system_id};
    if (request.target.ends_with("/SD")) return answer_of_settings(request);
    if (!request.target.ends_with("/Systems/" + system)) return {};
    if (request.method == http_method::get)
      return plain_answer(
          200, to_text(json{{"Id", system},
                            {"Boot",
                             {{"BootSourceOverrideTarget", "None"},
                              {"BootSourceOverrideEnabled", "Disabled"},
                              {"BootSourceOverrideMode", "UEFI"},
                              {"BootSourceOverrideTarget@Redfish.AllowableValues", targets}}},
                            {"@Redfish.Settings",
                             {{"SettingsObject", {{"@odata.id", request.target + "/SD"}}}}}}));
    if (!rejected.empty() && holds(request.body, rejected))
      return plain_answer(400, R"({"error": {"message": "OperationSupportedInFutureStateURI"}})");
    of_system.push_back(json::parse(request.body)["Boot"]);
    return plain_answer(204);
  }

  std::optional<http_result> answer_of_settings(const http_request& request) {
    if (request.method == http_method::get && errors > 0) {
      --errors;
      return plain_answer(500);
    }
    if (request.method == http_method::get) return plain_answer(200, to_text(settings));
    of_settings.push_back(json::parse(request.body)["Boot"]);
    settings["Boot"].merge_patch(of_settings.back());
    return plain_answer(204);
  }
};

json boot_of_settings() {
  return {
      {"Boot", {{"BootSourceOverrideTarget", "None"}, {"BootSourceOverrideEnabled", "Disabled"}}}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(redfish_settings)

BOOST_AUTO_TEST_CASE(a_rejected_boot_device_goes_to_the_settings_resource) {
  for (const size_t errors : {size_t{0}, size_t{1}})
    for (const bool shown : {true, false}) BOOST_TEST_CONTEXT(errors << shown) {
        settings_fixture x;
        x.errors = errors;
        if (shown) x.settings = boot_of_settings();
        x.done("management", "set_boot_device", {{"device", "cdrom"}});
        BOOST_TEST_REQUIRE(x.of_settings.size() == 1U);
        BOOST_TEST(x.of_settings[0]["BootSourceOverrideTarget"] == "Cd");
        BOOST_TEST(x.of_settings[0]["BootSourceOverrideEnabled"] == "Once");
        BOOST_TEST(x.of_system.empty());
        BOOST_TEST(x.answer("get_boot_device")["boot_device"] == "cdrom");
      }
}

BOOST_AUTO_TEST_CASE(members_that_the_settings_lack_go_to_the_system) {
  settings_fixture x;
  x.settings = boot_of_settings();
  x.node.driver_internal_info = {{"redfish_uefi_http_url", "http://192.0.2.1/boot.iso"}};
  x.done("management", "set_boot_device", {{"device", "uefihttp"}});
  BOOST_TEST_REQUIRE(x.of_system.size() == 1U);
  BOOST_TEST(x.of_system[0] == (json{{"HttpBootUri", "http://192.0.2.1/boot.iso"}}));
  BOOST_TEST_REQUIRE(x.of_settings.size() == 1U);
  BOOST_TEST(x.of_settings[0]["BootSourceOverrideTarget"] == "UefiHttp");
  BOOST_TEST(!x.of_settings[0].contains("HttpBootUri"));
}

BOOST_AUTO_TEST_CASE(the_system_names_the_allowed_devices_of_its_settings) {
  settings_fixture x;
  x.settings = boot_of_settings();
  x.targets = {"None", "Pxe"};
  const auto end = x.run("management", "set_boot_device", {{"device", "cdrom"}});
  BOOST_TEST(holds(end.reason, "it allows: None, Pxe"), end.reason);
  BOOST_TEST(x.of_settings.empty());
}

BOOST_AUTO_TEST_CASE(a_system_that_accepts_the_device_keeps_it) {
  settings_fixture x;
  x.rejected.clear();
  x.run("management", "set_boot_device", {{"device", "pxe"}});
  BOOST_TEST(x.of_system.size() >= 1U);
  BOOST_TEST(x.of_settings.empty());
}

BOOST_AUTO_TEST_CASE(a_rejected_boot_mode_goes_to_the_settings_resource) {
  settings_fixture x;
  auto options = x.options;
  options.boot_mode_config_timeout = std::chrono::milliseconds{0};
  x.use(options);
  x.done("management", "set_boot_mode", {{"mode", "bios"}});
  BOOST_TEST_REQUIRE(x.of_settings.size() == 1U);
  BOOST_TEST(x.of_settings[0]["BootSourceOverrideMode"] == "Legacy");
}

BOOST_AUTO_TEST_CASE(takes_members_that_are_not_shown) {
  json change{{"a", 1}, {"b", 2}};
  BOOST_TEST(take_unshown_members(change, {{"a", 0}, {"c", 0}}) == (json{{"b", 2}}));
  BOOST_TEST(change == (json{{"a", 1}}));
  BOOST_TEST(take_unshown_members(change, nullptr) == (json{{"a", 1}}));
}

BOOST_AUTO_TEST_SUITE_END()
