#pragma once

#include "drivers/redfish/redfish_context.hpp"
#include "drivers/redfish/redfish_media.hpp"

namespace ironbus {

// What the boot interfaces of the family do. All of it may be done again, and is where it waits for
// what this service fetches first.

/// The probe of such an act.
template <redfish_act act>
redfish_found go_on_with(redfish_call call) {
  auto out = co_await act(std::move(call));
  if (out.status == step_status::waiting) co_return std::nullopt;
  co_return out;
}

/// Which of a machine's virtual media devices a disc may be put into.
using drive_choice = media_slots (*)(redfish_call, std::vector<media_slot>);

/// Whether it is for an instance that runs from what it is booted from.
bool boots_live(const redfish_call& call);
/// Puts the disc of the step (ramdisk, rescue or instance) into one of these drives.
redfish_outcome prepare_boot_disc(redfish_call call, drive_choice choose);
/// Empties all optical drives and what was brought along, and removes what was handed out.
redfish_outcome take_boot_disc_out(redfish_call call);

/// `redfish-virtual-media`: the image is in a virtual optical drive.
redfish_acts media_boot_acts();
/// `redfish-https`: the machine's firmware fetches the image (UEFI HTTP boot). Its URL is noted for
/// set_boot_device.
redfish_acts https_boot_acts();

}  // namespace ironbus
