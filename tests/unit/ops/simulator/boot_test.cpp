#include "bmc_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus::test {

using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(simulated_boot)

const std::string restart = "/Actions/ComputerSystem.Reset";

json boot_of(const json& target, const json& enabled) {
  return {{"Boot", {{"BootSourceOverrideTarget", target}, {"BootSourceOverrideEnabled", enabled}}}};
}

BOOST_AUTO_TEST_CASE(one_time_override_lasts_one_boot) {
  bmc_fixture one;
  BOOST_TEST(one.patch(one.system(), boot_of("Pxe", "Once")).status == 204U);
  one.boot();
  BOOST_TEST(one.boots()["device"] == "Pxe");
  BOOST_TEST(one.get(one.system())["Boot"]["BootSourceOverrideEnabled"] == "Disabled");
  one.post(one.system(restart), {{"ResetType", "ForceRestart"}});
  one.pass(1min);
  BOOST_TEST(one.boots()["device"] == "Hdd");
}

BOOST_AUTO_TEST_CASE(continuous_override_stays) {
  bmc_fixture one;
  one.patch(one.system(), boot_of("Pxe", "Continuous"));
  one.boot();
  one.post(one.system(restart), {{"ResetType", "ForceRestart"}});
  one.pass(1min);
  BOOST_TEST(one.boots()["device"] == "Pxe");
}

BOOST_AUTO_TEST_CASE(inserted_image_boots_and_empty_slot_does_not) {
  bmc_fixture one;
  one.patch(one.system(), boot_of("Cd", "Continuous"));
  one.boot();
  BOOST_TEST(one.boots()["device"] == "Hdd");
  const json image{{"Image", "http://192.0.2.1/boot.iso"}};
  const auto slot = one.system("/VirtualMedia/1");
  BOOST_TEST(one.post(slot + "/Actions/VirtualMedia.InsertMedia", image).status == 204U);
  one.post(one.system(restart), {{"ResetType", "ForceRestart"}});
  one.pass(1min);
  BOOST_TEST(one.boots()["device"] == "Cd");
  BOOST_TEST(one.boots()["image"] == "http://192.0.2.1/boot.iso");
}

BOOST_AUTO_TEST_CASE(image_boots_over_http) {
  bmc_fixture one{"openbmc"};
  auto wanted = boot_of("UefiHttp", "Once");
  wanted["Boot"]["HttpBootUri"] = "http://192.0.2.1/boot.iso";
  BOOST_TEST(one.patch(one.system(), wanted).status == 204U);
  one.boot();
  BOOST_TEST(one.boots()["image"] == "http://192.0.2.1/boot.iso");
  BOOST_TEST(one.get(one.system())["Boot"]["HttpBootUri"].is_null());
}

BOOST_AUTO_TEST_CASE(invalid_boot_settings_are_rejected) {
  bmc_fixture one{"lenovo"};
  const auto unknown = one.patch(one.system(), boot_of("Tape", "Once"));
  BOOST_TEST(message_of(unknown) == "PropertyValueNotInList");
  const auto continuous = one.patch(one.system(), boot_of("Pxe", "Continuous"));
  BOOST_TEST(message_of(continuous) == "PropertyValueNotInList");
  const auto number = one.patch(one.system(), boot_of(1, "Once"));
  BOOST_TEST(message_of(number) == "PropertyValueTypeError");
  const auto more = one.patch(one.system(), {{"Boot", {{"Speed", "fast"}}}});
  BOOST_TEST(message_of(more) == "PropertyUnknown");
  const auto shown = one.patch(one.system(), {{"UUID", "x"}});
  BOOST_TEST(message_of(shown) == "PropertyNotWritable");
  BOOST_TEST(message_of(one.patch(one.system(), json::object())) == "EmptyJSON");
}

BOOST_AUTO_TEST_CASE(supermicro_disables_override_without_enabled) {
  bmc_fixture one{"supermicro"};
  one.patch(one.system(), boot_of("Pxe", "Once"));
  one.patch(one.system(), {{"Boot", {{"BootSourceOverrideTarget", "Hdd"}}}});
  BOOST_TEST(one.get(one.system())["Boot"]["BootSourceOverrideEnabled"] == "Disabled");
}

BOOST_AUTO_TEST_CASE(hpe_rejects_mode_enabled_without_target_and_changes_in_post) {
  bmc_fixture one{"hpe"};
  const auto mode = one.patch(one.system(), {{"Boot", {{"BootSourceOverrideMode", "UEFI"}}}});
  BOOST_TEST(message_of(mode) == "PropertyNotWritable");
  const auto bare = one.patch(one.system(), {{"Boot", {{"BootSourceOverrideEnabled", "Once"}}}});
  BOOST_TEST(message_of(bare) == "PropertyValueConflict");
  BOOST_TEST(!body_of(bare)["error"]["@Message.ExtendedInfo"][0].contains("Message"));
  one.post(one.system(restart), {{"ResetType", "On"}});
  one.pass(3s);
  const auto busy = one.patch(one.system(), boot_of("Pxe", "Once"));
  BOOST_TEST(message_of(busy) == "UnableToModifyDuringSystemPOST");
}

BOOST_AUTO_TEST_CASE(ami_requires_complete_boot_at_future_state) {
  bmc_fixture one{"ami"};
  const auto here = one.patch(one.system(), boot_of("Pxe", "Once"));
  BOOST_TEST(message_of(here) == "OperationSupportedInFutureStateURI");
  const auto future =
      one.get(one.system())["@Redfish.Settings"]["SettingsObject"]["@odata.id"].get<std::string>();
  auto wanted = boot_of("Pxe", "Once");
  BOOST_TEST(message_of(one.patch(future, wanted)) == "PropertyMissing");
  wanted["Boot"]["BootSourceOverrideMode"] = "UEFI";
  BOOST_TEST(message_of(one.ask("PATCH", future, wanted)) == "PreconditionRequired");
  BOOST_TEST(one.patch(future, wanted).status == 204U);
  BOOST_TEST(one.get(one.system())["Boot"]["BootSourceOverrideTarget"] == "Pxe");
}

BOOST_AUTO_TEST_CASE(secure_boot_current_is_of_the_last_start) {
  bmc_fixture one;
  const auto path = one.system("/SecureBoot");
  BOOST_TEST(one.patch(path, {{"SecureBootEnable", true}}).status == 204U);
  BOOST_TEST(one.get(path)["SecureBootCurrentBoot"] == "Disabled");
  one.boot();
  BOOST_TEST(one.get(path)["SecureBootCurrentBoot"] == "Enabled");
  const auto reset = path + "/Actions/SecureBoot.ResetKeys";
  BOOST_TEST(one.post(reset, {{"ResetKeysType", "DeleteAllKeys"}}).status == 204U);
  BOOST_TEST(one.get(path)["SecureBootMode"] == "SetupMode");
  one.post(one.system(restart), {{"ResetType", "ForceRestart"}});
  one.pass(1min);
  BOOST_TEST(one.get(path)["SecureBootEnable"] == true);
  BOOST_TEST(one.get(path)["SecureBootCurrentBoot"] == "Disabled");
}

BOOST_AUTO_TEST_CASE(secure_boot_requires_uefi_and_licence) {
  bmc_fixture one;
  one.patch(one.system(), {{"Boot", {{"BootSourceOverrideMode", "Legacy"}}}});
  const auto legacy = one.patch(one.system("/SecureBoot"), {{"SecureBootEnable", true}});
  BOOST_TEST(message_of(legacy) == "PropertyValueConflict");
  bmc_fixture other{"supermicro"};
  const auto refused = other.ask("GET", other.system("/SecureBoot"));
  BOOST_TEST(refused.status == 403U);
  BOOST_TEST(message_of(refused) == "OemLicenseNotPassed");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
