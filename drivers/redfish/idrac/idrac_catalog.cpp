#include "drivers/redfish/idrac/idrac_catalog.hpp"

#include "drivers/redfish/boot/redfish_boot_catalog.hpp"
#include "drivers/redfish/idrac/idrac_boot.hpp"
#include "drivers/redfish/idrac/idrac_services.hpp"
#include "drivers/redfish/raid/redfish_raid_catalog.hpp"
#include "drivers/redfish/redfish_boot_mode.hpp"
#include "drivers/redfish/redfish_catalog.hpp"
#include "drivers/redfish/redfish_interface.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr const char* own_name = "idrac-redfish";

namespace bmc = driver_operations::management;

/// Operations that differ from the family's, and additional ones.
constexpr std::array own_acts{
    redfish_operation_row{bmc::set_boot_device, &in_named_boot_mode<&set_idrac_boot_device>},
    redfish_operation_row{bmc::get_boot_device, &get_idrac_boot_device},
    redfish_operation_row{{"management", "clear_job_queue"}, &clear_idrac_jobs},
    redfish_operation_row{{"management", "reset_idrac"}, &reset_idrac},
    redfish_operation_row{{"management", "known_good_state"}, &reset_idrac_and_clear_jobs},
};

/// Runs on request only. Restarting a BMC twice is harmless.
step_declaration service_step(std::string name) {
  auto out = redfish_step(std::move(name));
  out.phases = phase_clean | phase_verify;
  return out;
}

}  // namespace

declared_implementations under_idrac_name(declared_implementations redfish) {
  for (auto& one : redfish) one.name = own_name;
  return redfish;
}

declared_implementations idrac_implementations(const driver_options& options) {
  auto out = as_idrac<&redfish_implementations>(options);
  for (auto& one : out)
    if (one.kind == "management")
      for (const auto* name : {"clear_job_queue", "reset_idrac", "known_good_state"})
        one.steps.push_back(service_step(name));
  return out;
}

/// The first match counts, so these rows precede those of the family.
redfish_operations idrac_machine_acts() {
  static const auto all = [] {
    std::vector<redfish_operation_row> out{own_acts.begin(), own_acts.end()};
    const auto usual = redfish_machine_acts();
    out.insert(out.end(), usual.begin(), usual.end());
    return out;
  }();
  return all;
}

declared_implementations idrac_raid_implementations(const driver_options& options) {
  auto out = as_idrac<&redfish_raid_implementations>(options);
  for (auto& step : out.front().steps) {
    step.requires_ramdisk = false;
    if (step.name == "delete_configuration") step.phases = phase_clean | phase_deploy;
  }
  return out;
}

declared_implementations idrac_boot_implementations(const driver_options& options) {
  auto out = media_boot_implementations(options);
  for (auto& one : out) one.name = "idrac-redfish-virtual-media";
  return out;
}

hardware_type idrac_hardware() {
  auto out = redfish_hardware();
  out.name = "idrac";
  out.supported["bios"] = {own_name, "redfish", "no-bios"};
  out.supported["boot"] = {
      "ipxe", "pxe", "http-ipxe", "http", "idrac-redfish-virtual-media", "redfish-https"};
  out.supported["inspect"] = {own_name, "agent", "no-inspect"};
  out.supported["management"] = {own_name};
  out.supported["power"] = {own_name, "redfish"};
  out.supported["raid"] = {own_name, "no-raid", "agent"};
  out.supported["vendor"] = {own_name, "redfish", "no-vendor"};
  return out;
}

}  // namespace ironbus
