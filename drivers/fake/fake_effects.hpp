#pragma once

#include "drivers/port/driver.hpp"

#include <span>
#include <string_view>

namespace ironbus {

// What the steps of a simulated machine do to it. It keeps nothing itself: what it remembers is
// what the node says, and what it changes goes back to the node as facts. Arguments have the types
// and words of the contract (driver_contract.hpp): the worker has compared them before. What else a
// real BMC's driver refuses it refuses, too (`invalid`, HTTP 400 for whoever waits):
//
//  power, management
//  - set_power_state: a machine that goes on boots from the device set for once, else for always,
//    else pxe; the evidence names it.
//  - set_boot_device: device is pxe, disk or cdrom. Clients may ask for pxe.
//  - Indicators led-0@chassis (read only; off, on) and led@system (blinking, off, on): refused are
//    another name and setting the read-only one.
//  - attach_virtual_media: the device is free or holds the same image; image_url is http, https,
//    nfs, cifs or smb, the last three with image_download_source http.
//  - detach_virtual_media: without device types all are emptied.
//  inspect
//  - inspect_hardware finds what driver_info.fake_inventory holds.
//  console
//  - start_console, stop_console; get_console answers {}, get_console_log the end of one line.
//  network
//  - vif_attach: refused are an id that is attached (`conflict`), a port_uuid of no free port
//    of the node, more VIFs than ports. vif_detach: refused is an id that is not attached.
//  vendor
//  - second_method, third_method_sync, fourth_method_shared_lock compare bar with a word.
//    log_passthrough does nothing, trigger_servicewait waits for the agent.
//  bios
//  - apply_configuration: settings is a list of {name, value}, each name once; they become all
//    settings there are. factory_reset leaves none, cache_bios_settings changes nothing.
//  firmware
//  - update: settings is a list of {component, url, wait}; component is bios, bmc or nic:ID, wait a
//    whole number from 1. The version is the name of the file.
//  raid
//  - create_configuration needs a target, apply_configuration a valid raid_config; which
//    volumes are made follows create_root_volume and create_nonroot_volumes.
//
// All other steps succeed and do nothing.

/// A step's outcome if nothing goes wrong, or why it cannot be done. Pure.
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

/// An argument; null if it is not there.
json fake_argument(const step_request& x, const char* name);
/// The same as text; empty if it is none.
std::string fake_text_argument(const step_request& x, const char* name);

step_outcome fake_answer(json answer);

}  // namespace ironbus
