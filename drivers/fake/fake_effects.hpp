#pragma once

#include "drivers/port/driver.hpp"

#include <span>
#include <string_view>

namespace ironbus {

// Effects of the steps of a simulated machine. Stateless: the machine's state is in the node, and
// changes go back to the node as facts. The worker has already checked the types and values of the
// arguments (driver_contract.hpp). Other requests that a real driver rejects are rejected as well
// (`invalid`, HTTP 400):
//
// power, management
// * set_power_state: a machine that starts boots from the one-time device, else the persistent one,
//   else pxe. The evidence names it.
// * set_boot_device: device is pxe, disk or cdrom. Clients may request pxe.
// * Indicators led-0@chassis (read-only; off, on) and led@system (blinking, off, on). Rejects other
//   names and setting the read-only one.
// * attach_virtual_media: the device must be free or contain the same image. image_url is http,
//   https, nfs, cifs or smb, the last three with image_download_source http.
// * detach_virtual_media: without device types all devices are emptied.
// inspect
// * inspect_hardware returns driver_info.fake_inventory.
// console
// * start_console, stop_console; get_console answers {}, get_console_log the end of one line.
// network
// * vif_attach rejects an attached id (`conflict`), a port_uuid that is not a free port of the
//   node, and more VIFs than ports. vif_detach rejects an id that is not attached.
// vendor
// * second_method, third_method_sync, fourth_method_shared_lock compare bar with a word.
//   log_passthrough does nothing, trigger_servicewait waits for the agent.
// bios
// * apply_configuration: settings is a list of {name, value} with unique names, which replaces all
//   settings. factory_reset leaves none, cache_bios_settings changes nothing.
// firmware
// * update: settings is a list of {component, url, wait}. component is bios, bmc or nic:ID, wait a
//   whole number from 1. The version is the name of the file.
// raid
// * create_configuration needs a target, apply_configuration a valid raid_config.
//   create_root_volume and create_nonroot_volumes select the volumes.
//
// All other steps succeed without an effect.

/// A step's outcome without faults, or why it is rejected. A pure function.
step_outcome fake_effect(const step_request& request);

struct fake_effect_row {
  std::string_view interface;
  std::string_view step;
  step_outcome (*apply)(const step_request&);
};

std::span<const fake_effect_row> fake_power_effects();      ///< power, boot devices.
std::span<const fake_effect_row> fake_bmc_effects();        ///< management, console, inspect.
std::span<const fake_effect_row> fake_component_effects();  ///< bios, firmware, raid.
std::span<const fake_effect_row> fake_network_effects();

/// An argument; null if missing.
json fake_argument(const step_request& x, const char* name);
/// The same as text; empty if it is not a text.
std::string fake_text_argument(const step_request& x, const char* name);

step_outcome fake_answer(json answer);

}  // namespace ironbus
