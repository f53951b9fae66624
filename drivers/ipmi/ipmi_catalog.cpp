#include "drivers/ipmi/ipmi_catalog.hpp"

#include "drivers/ipmi/boot_selector.hpp"
#include "drivers/ipmi/ipmi_access.hpp"
#include "drivers/ipmi/ipmi_console.hpp"
#include "drivers/kit/password_rotation.hpp"
#include "drivers/kit/power_change.hpp"
#include "messages/model/snapshot.hpp"

namespace ironbus {

namespace {

step_declaration ipmi_call(std::string name, std::vector<step_argument> arguments = {}) {
  step_declaration out;
  out.name = std::move(name);
  out.arguments = std::move(arguments);
  return out;
}

/// A step that must not be repeated if its result is unknown.
step_declaration call_once(std::string name, std::vector<step_argument> arguments = {}) {
  auto out = ipmi_call(std::move(name), std::move(arguments));
  out.repeatable = false;
  return out;
}

std::optional<failure> check_access(const node_snapshot& x) {
  const auto access = read_ipmi_access(x.attributes.driver_info);
  return access ? std::nullopt : std::optional{access.error()};
}

interface_implementation by_ipmitool(std::string kind, std::vector<step_declaration> steps) {
  interface_implementation out;
  out.kind = std::move(kind);
  out.name = "ipmitool";
  out.steps = std::move(steps);
  out.properties = ipmi_properties();
  out.validate = &check_access;
  return out;
}

interface_implementation ipmi_power() {
  auto out = by_ipmitool("power", {ipmi_call("set_power_state", power_change_arguments()),
                                   ipmi_call("get_power_state")});
  out.power_states = all_power_targets();
  return out;
}

interface_implementation ipmi_management() {
  auto out = by_ipmitool(
      "management",
      {ipmi_call(
           "set_boot_device",
           {{"device", "Device to boot from: pxe, disk, cdrom, bios or safe.", true},
            {"persistent", "Whether the setting applies to all later boots as well.", false}}),
       ipmi_call("get_boot_device"), call_once("inject_nmi"), ipmi_call("get_sensors_data"),
       ipmi_call("detect_vendor"), password_step()});
  out.boot_devices = ipmi_boot_devices();
  return out;
}

interface_implementation ipmi_vendor() {
  auto raw = call_once("send_raw", {{"raw_bytes", "Bytes to send, such as 0x00 0x01.", true}});
  raw.phases = phase_clean | phase_deploy | phase_service;
  auto out = by_ipmitool(
      "vendor",
      {std::move(raw),
       call_once("bmc_reset", {{"warm", "Whether to do a warm reset. Default: true.", false}})});
  out.vendor_methods = {{"send_raw", "Sends raw bytes to the BMC."},
                        {"bmc_reset", "Resets the BMC."}};
  return out;
}

interface_implementation ipmi_console() {
  auto out = by_ipmitool(
      "console", {ipmi_call("start_console"), ipmi_call("stop_console"), ipmi_call("get_console"),
                  ipmi_call("get_console_log", {{"bytes", "Maximum number of bytes.", true}}),
                  ipmi_call("start_recording"), ipmi_call("stop_recording")});
  out.name = "ipmitool-socat";
  out.validate = [](const node_snapshot& x) {
    const auto access = read_ipmi_access(x.attributes.driver_info);
    return access ? check_ipmi_console(*access) : std::optional{access.error()};
  };
  return out;
}

}  // namespace

std::vector<interface_implementation> ipmi_implementations(const driver_options&) {
  return {ipmi_power(), ipmi_management(), ipmi_console(), ipmi_vendor()};
}

hardware_type ipmi_hardware() {
  return {"ipmi",
          {
              {"bios", {"no-bios"}},
              {"boot", {"ipxe", "pxe", "http-ipxe", "http"}},
              {"console", {"no-console", "ipmitool-socat"}},
              {"deploy", {"direct", "ramdisk", "custom-agent", "bootc", "autodetect"}},
              {"firmware", {"no-firmware"}},
              {"inspect", {"agent", "no-inspect"}},
              {"management", {"ipmitool", "noop"}},
              {"network", {"noop"}},
              {"power", {"ipmitool"}},
              {"raid", {"no-raid", "agent"}},
              {"rescue", {"no-rescue", "agent"}},
              {"storage", {"noop"}},
              {"vendor", {"ipmitool", "no-vendor"}},
          }};
}

}  // namespace ironbus
