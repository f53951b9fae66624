#include "drivers/fake/fake_catalog.hpp"

#include "drivers/fake/fake_script.hpp"
#include "drivers/kit/boot_calls.hpp"
#include "drivers/kit/power_change.hpp"
#include "messages/model/snapshot.hpp"

namespace ironbus {

namespace {

constexpr uint32_t any_time = phase_clean | phase_deploy | phase_service;

/// A call of workflows or operators' verbs; never in a list of steps.
step_declaration call(std::string name, std::vector<step_argument> arguments = {}) {
  step_declaration out;
  out.name = std::move(name);
  out.arguments = std::move(arguments);
  return out;
}

/// The machine restarts from a device, as a real one does to run another system.
step_declaration starting(std::string name, std::string_view device) {
  auto out = call(std::move(name));
  out.then = {boot_from(device, device == "disk"), {"power", "reboot"}};
  return out;
}

step_declaration stopping(std::string name) {
  auto out = call(std::move(name));
  out.then = {{"power", "power_off"}};
  return out;
}

/// A step without a ramdisk that runs on request only.
step_declaration offered(std::string name, uint32_t phases,
                         std::vector<step_argument> arguments = {}) {
  auto out = call(std::move(name), std::move(arguments));
  out.phases = phases;
  return out;
}

/// Disk erasure as an agent would offer it: priority 0, so automated cleaning has no step unless
/// clean_step_priority_override sets one.
step_declaration erasure(std::string name) {
  auto out = offered(std::move(name), phase_clean);
  out.abortable = true;
  out.requires_ramdisk = true;
  return out;
}

std::vector<step_declaration> deploy_steps() {
  auto deploy = offered("deploy", phase_deploy);
  deploy.priority = 100;
  auto boot = starting("boot_instance", "disk");
  boot.phases = phase_deploy;
  boot.priority = 20;
  return {call("prepare"),
          starting("prepare_cleaning", "pxe"),
          stopping("tear_down_cleaning"),
          starting("prepare_service", "pxe"),
          starting("tear_down_service", "disk"),
          call("take_over"),
          stopping("clean_up"),
          call("tear_down"),
          std::move(deploy),
          std::move(boot),
          erasure("erase_devices_metadata"),
          erasure("erase_devices")};
}

std::vector<step_declaration> power_steps() {
  return {call("set_power_state", power_change_arguments()), call("get_power_state")};
}

std::vector<step_declaration> management_steps() {
  return {call("set_boot_device",
               {{"device", "Device to boot from: pxe, disk or cdrom.", true},
                {"persistent", "Whether the setting applies to all later boots as well.", false}}),
          call("get_boot_device"),
          call("get_mac_addresses"),
          call("set_boot_mode", {{"mode", "uefi or bios.", true}}),
          call("set_secure_boot", {{"state", "Whether to boot signed code only.", true}}),
          call("get_indicators"),
          call("get_indicator_state",
               {{"indicator", "Name of the indicator, such as led@system.", true}}),
          call("set_indicator_state",
               {{"indicator", "Name of the indicator, such as led@system.", true},
                {"state", "on, off or blinking.", true}}),
          call("get_virtual_media"),
          call("attach_virtual_media",
               {{"device_type", "cdrom, disk or floppy.", true},
                {"image_url", "URL of the image.", true},
                {"image_download_source", "http: the BMC fetches the image itself.", false}}),
          call("detach_virtual_media",
               {{"device_types", "List of cdrom, disk and floppy. Empty means all.", false}})};
}

std::vector<step_declaration> network_steps() {
  return {
      call("vif_list"),
      call("vif_attach", {{"vif", "Object with the VIF's id and optional further keys.", true}}),
      call("vif_detach", {{"id", "Of the VIF.", true}})};
}

std::vector<step_declaration> vendor_steps() {
  std::vector<step_declaration> out{offered("log_passthrough", phase_clean | phase_service,
                                            {{"bar", "Any value. It is ignored.", false}}),
                                    offered("trigger_servicewait", phase_service)};
  for (const char* name : {"second_method", "third_method_sync", "fourth_method_shared_lock"})
    out.push_back(call(name, {{"bar", "The word to compare.", true}}));
  return out;
}

std::vector<vendor_method> fake_vendor_methods() {
  return {{"log_passthrough", "Does nothing."},
          {"second_method", "Reports whether bar is kazoo."},
          {"third_method_sync", "Reports whether bar is meow.", {"POST"}, false},
          {"fourth_method_shared_lock", "Reports whether bar is woof.", {"POST"}, true, false}};
}

std::vector<step_declaration> bios_steps() {
  return {offered("apply_configuration", any_time,
                  {{"settings", "List of {name, value} to set.", true}}),
          offered("factory_reset", any_time), offered("cache_bios_settings", phase_clean)};
}

std::vector<step_declaration> raid_steps() {
  auto create = offered(
      "create_configuration", phase_clean,
      {{"create_root_volume", "Whether to create the root volume. Default: true.", false},
       {"create_nonroot_volumes", "Whether to create the other volumes. Default: true.", false},
       {"delete_existing", "Whether to delete existing volumes first. Default: true.", false}});
  auto apply = offered(
      "apply_configuration", phase_deploy | phase_service,
      {{"raid_config", "The configuration to apply.", true},
       {"create_root_volume", "Whether to create the root volume. Default: true.", false},
       {"create_nonroot_volumes", "Whether to create the other volumes. Default: true.", false},
       {"delete_existing", "Whether to delete existing volumes first. Default: true.", false}});
  return {std::move(create), offered("delete_configuration", phase_clean | phase_service),
          std::move(apply)};
}

std::vector<step_declaration> firmware_steps() {
  auto update = offered("update", phase_clean | phase_service,
                        {{"settings", "List of {component, url} to flash.", true}});
  update.repeatable = false;  // an operator must check an interrupted update
  return {std::move(update)};
}

struct fake_kind {
  const char* kind;
  std::vector<step_declaration> steps;
};

std::vector<fake_kind> fake_kinds() {
  return {
      {"bios", bios_steps()},
      {"boot", boot_calls("pxe")},
      {"console",
       {call("start_console"), call("stop_console"), call("get_console"),
        call("get_console_log", {{"bytes", "Maximum number of bytes.", true}})}},
      {"deploy", deploy_steps()},
      {"firmware", firmware_steps()},
      {"inspect", {call("inspect_hardware"), call("abort")}},
      {"management", management_steps()},
      {"network", network_steps()},
      {"power", power_steps()},
      {"raid", raid_steps()},
      {"rescue", {starting("rescue", "pxe"), starting("unrescue", "disk"), call("clean_up")}},
      {"storage", {call("attach_volumes"), call("detach_volumes")}},
      {"vendor", vendor_steps()},
  };
}

std::vector<driver_property> script_properties() {
  return {{"fake_delays", "Duration of a step in seconds, by <interface>.<step>. Optional.", false},
          {"fake_failures", "Failure reason of a step, by <interface>.<step>. Optional.", false},
          {"fake_waits", "What a step waits for (agent or task), by <interface>.<step>. Optional.",
           false}};
}

std::vector<driver_property> own_properties(std::string_view kind) {
  if (kind == "management")
    return {{"fake_mac_addresses", "MAC addresses that the simulated BMC lists. Optional.", false}};
  if (kind == "inspect")
    return {{"fake_inventory",
             "Result of an out-of-band inspection, in the format of an agent. Optional.", false}};
  // The text says required, as clients know it; not enforced.
  if (kind == "vendor")
    return {{"B1", "B1 description. Required.", false}, {"B2", "B2 description. Required.", false}};
  return {};
}

}  // namespace

hardware_type fake_hardware() {
  return {"fake-hardware",
          {
              {"bios", {"fake", "no-bios"}},
              {"boot", {"fake", "ipxe", "pxe", "http-ipxe", "http"}},
              {"console", {"fake", "no-console"}},
              {"deploy", {"fake", "direct", "ramdisk", "custom-agent", "bootc", "autodetect"}},
              {"firmware", {"fake", "no-firmware"}},
              {"inspect", {"fake", "no-inspect", "agent"}},
              {"management", {"fake"}},
              {"network", {"noop", "fake"}},
              {"power", {"fake"}},
              {"raid", {"fake", "no-raid", "agent"}},
              {"rescue", {"fake", "no-rescue", "agent"}},
              {"storage", {"noop", "fake"}},
              {"vendor", {"fake", "no-vendor"}},
          }};
}

std::vector<interface_implementation> fake_implementations(const driver_options&) {
  std::vector<interface_implementation> out;
  for (auto& row : fake_kinds()) {
    interface_implementation x;
    x.kind = row.kind;
    x.name = "fake";
    x.steps = std::move(row.steps);
    x.validate = [](const node_snapshot& node) {
      return check_fake_script(node.attributes.driver_info);
    };
    if (x.kind == "boot") x.validate_live = x.validate;
    x.properties = script_properties();
    for (auto& property : own_properties(x.kind)) x.properties.push_back(std::move(property));
    if (x.kind == "power") x.power_states = all_power_targets();
    if (x.kind == "management") x.boot_devices = {"pxe"};
    if (x.kind == "vendor") x.vendor_methods = fake_vendor_methods();
    out.push_back(std::move(x));
  }
  return out;
}

}  // namespace ironbus
