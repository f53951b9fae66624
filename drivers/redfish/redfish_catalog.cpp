#include "drivers/redfish/redfish_catalog.hpp"

#include "drivers/kit/password_rotation.hpp"
#include "drivers/kit/power_change.hpp"
#include "drivers/redfish/client/redfish_account.hpp"
#include "drivers/redfish/redfish_boot.hpp"
#include "messages/model/snapshot.hpp"

namespace ironbus {

namespace {

/// A step that must not be repeated if its result is unknown.
step_declaration redfish_step_once(std::string name) {
  auto out = redfish_step(std::move(name));
  out.repeatable = false;
  return out;
}

/// Runs on request only. The ramdisk is running anyway.
step_declaration keys_step(std::string name) {
  auto out = redfish_step(std::move(name));
  out.phases = phase_clean | phase_deploy;
  out.requires_ramdisk = true;
  return out;
}

interface_implementation redfish_power() {
  auto out = by_redfish("power", {redfish_step("set_power_state", power_change_arguments()),
                                  redfish_step("get_power_state")});
  out.power_states = all_power_targets();
  return out;
}

std::vector<step_declaration> media_steps() {
  return {
      redfish_step("get_virtual_media"),
      redfish_step("attach_virtual_media",
                   {{"device_type", "cdrom, disk or floppy.", true},
                    {"image_url", "URL of the image.", true},
                    {"image_download_source", "http: the BMC fetches the image itself.", false}}),
      redfish_step("detach_virtual_media",
                   {{"device_types", "List of cdrom, disk and floppy. Empty means all.", false}})};
}

std::vector<step_declaration> clock_steps() {
  auto set = redfish_step(
      "set_bmc_clock",
      {{"target_datetime", "Time to set, such as 2026-08-20T10:00:00+00:00. Default: now.", false},
       {"datetime_local_offset", "Time zone offset, such as +00:00.", false}});
  set.phases = phase_clean;
  set.requires_ramdisk = true;
  auto verify = redfish_step("verify_bmc_clock");
  verify.phases = phase_verify;
  verify.priority = 1;
  return {std::move(set), std::move(verify)};
}

interface_implementation redfish_management() {
  auto out = by_redfish(
      "management",
      {redfish_step(
           "set_boot_device",
           {{"device", "Device to boot from: pxe, disk, cdrom, bios or uefihttp.", true},
            {"persistent", "Whether the setting applies to all later boots as well.", false}}),
       redfish_step("get_boot_device"), redfish_step("get_boot_mode"),
       redfish_step("set_boot_mode", {{"mode", "uefi or bios.", true}}),
       redfish_step("get_secure_boot"),
       redfish_step("set_secure_boot", {{"state", "Whether to boot signed code only.", true}}),
       keys_step("reset_secure_boot_keys_to_default"), keys_step("clear_secure_boot_keys"),
       redfish_step_once("inject_nmi"), redfish_step("get_indicators"),
       redfish_step("get_indicator_state",
                    {{"indicator", "Name of the indicator, such as led@system.", true}}),
       redfish_step("set_indicator_state",
                    {{"indicator", "Name of the indicator, such as led@system.", true},
                     {"state", "on, off or blinking.", true}}),
       redfish_step("get_mac_addresses"), redfish_step("get_node_health"),
       redfish_step("get_sensors_data"), redfish_step("detect_vendor")});
  for (auto& step : media_steps()) out.steps.push_back(std::move(step));
  for (auto& step : clock_steps()) out.steps.push_back(std::move(step));
  out.steps.push_back(password_step());
  out.boot_devices = redfish_boot_devices();
  return out;
}

}  // namespace

std::optional<failure> check_redfish_account(const node_snapshot& x) {
  const auto account = read_redfish_account(x.attributes.driver_info);
  return account ? std::nullopt : std::optional{account.error()};
}

step_declaration redfish_step(std::string name, std::vector<step_argument> arguments) {
  step_declaration out;
  out.name = std::move(name);
  out.arguments = std::move(arguments);
  return out;
}

step_declaration redfish_settings_step(std::string name, std::string description) {
  auto out = redfish_step(std::move(name), {{"settings", std::move(description), true}});
  out.phases = phase_clean | phase_deploy | phase_service;
  return out;
}

interface_implementation by_redfish(std::string kind, std::vector<step_declaration> steps) {
  interface_implementation out;
  out.kind = std::move(kind);
  out.name = "redfish";
  out.steps = std::move(steps);
  out.properties = redfish_properties();
  out.validate = &check_redfish_account;
  return out;
}

std::vector<interface_implementation> redfish_implementations(const driver_options&) {
  return {redfish_power(), redfish_management()};
}

hardware_type redfish_hardware() {
  return {
      "redfish",
      {
          {"bios", {"redfish", "no-bios"}},
          {"boot", {"ipxe", "pxe", "http-ipxe", "http", "redfish-virtual-media", "redfish-https"}},
          {"console", {"no-console"}},
          {"deploy", {"direct", "ramdisk", "custom-agent", "bootc", "autodetect"}},
          {"firmware", {"redfish", "no-firmware"}},
          {"inspect", {"redfish", "agent", "no-inspect"}},
          {"management", {"redfish", "noop"}},
          {"network", {"noop"}},
          {"power", {"redfish"}},
          {"raid", {"redfish", "no-raid", "agent"}},
          {"rescue", {"no-rescue", "agent"}},
          {"storage", {"noop"}},
          {"vendor", {"redfish", "no-vendor"}},
      }};
}

}  // namespace ironbus
