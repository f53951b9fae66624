#pragma once

#include "drivers/redfish/redfish_context.hpp"
#include "drivers/redfish/redfish_media.hpp"

namespace ironbus {

// Operations of the family's boot interfaces. Each can be repeated. A step that waits for a fetched
// file runs the same operation again.

/// The probe of such an operation.
template <redfish_operation act>
redfish_probe_result go_on_with(redfish_call call) {
  auto out = co_await act(std::move(call));
  if (out.status == step_status::waiting) co_return std::nullopt;
  co_return out;
}

/// Selects the virtual media devices for a boot ISO.
using drive_choice = media_slots (*)(redfish_call, std::vector<media_slot>);

/// Whether the step is for a live instance.
bool boots_live(const redfish_call& call);
/// Inserts the boot ISO of the step (ramdisk, rescue or instance) into one of these drives.
redfish_outcome prepare_boot_iso(redfish_call call, drive_choice choose);
/// Ejects all optical and removable media, and deletes the served files.
redfish_outcome eject_boot_iso(redfish_call call);

/// `redfish-virtual-media`: the boot ISO is in a virtual optical drive.
redfish_operations media_boot_acts();
/// `redfish-https`: the machine's firmware fetches the boot ISO (UEFI HTTP boot). Stores its URL
/// for set_boot_device.
redfish_operations https_boot_acts();

}  // namespace ironbus
