#include "drivers/redfish/raid/redfish_raid_catalog.hpp"

#include "drivers/redfish/raid/redfish_raid.hpp"
#include "drivers/redfish/redfish_catalog.hpp"

#include <array>

namespace ironbus {

namespace {

/// Appends the arguments that select volumes to the step's own.
step_declaration volumes_step(std::string name, uint32_t phases,
                              std::vector<step_argument> arguments) {
  arguments.push_back({"create_root_volume", "Whether to create the root volume.", false});
  arguments.push_back({"create_nonroot_volumes", "Whether to create the other volumes.", false});
  arguments.push_back(
      {"delete_existing", "Whether to delete volumes that are not in the target first.", false});
  auto out = redfish_step(std::move(name), std::move(arguments));
  out.phases = phases;
  out.requires_ramdisk = true;
  return out;
}

constexpr redfish_operation_row volume_row(const char* name, redfish_operation act) {
  return {{"raid", name}, act, &watch_redfish_volumes, &recover_redfish_volumes};
}

constexpr std::array raid_acts{
    volume_row("create_configuration", &create_redfish_volumes),
    volume_row("apply_configuration", &create_redfish_volumes),
    volume_row("delete_configuration", &delete_redfish_volumes),
};

}  // namespace

std::vector<interface_implementation> redfish_raid_implementations(const driver_options&) {
  auto remove = redfish_step("delete_configuration");
  remove.phases = phase_clean | phase_deploy | phase_service;
  remove.requires_ramdisk = true;
  return {by_redfish("raid",
                     {volumes_step("create_configuration", phase_clean, {}),
                      volumes_step("apply_configuration", phase_deploy | phase_service,
                                   {{"raid_config", "In the format of target_raid_config.", true}}),
                      std::move(remove)})};
}

redfish_operations redfish_raid_acts() { return raid_acts; }

}  // namespace ironbus
