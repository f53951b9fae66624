#pragma once

#include "messages/base/errors.hpp"

#include <string>

namespace ironbus {

/// The word as GRUB's script takes it for one, whatever is in it (GRUB manual, "Quoting").
std::string grub_word(const std::string& text);

/// The configuration by which GRUB boots UUID/kernel with UUID/ramdisk, which it fetches from where
/// it came from itself: by TFTP from the root, by HTTP below /v1/boot. Tries ten times, then leaves
/// the machine to what it boots next. The parameters are separated by blanks; BOOTIF is added.
std::string grub_config(const std::string& uuid, const std::string& parameters);

/// The same for boot/kernel and boot/ramdisk of a disk that GRUB itself was started from, where it
/// knows of no network: the MAC is given, or empty where it is not known which card boots.
std::string grub_disk_config(const std::string& parameters, const std::string& mac);

/// Beside it: what machines boot that no node is known of.
inline constexpr const char* grub_discovery_name = "discovery.cfg";

/// What all machines' GRUB reads first, as $prefix/grub.cfg: it goes on with that of the machine,
/// $prefix/grub.cfg-01-aa-bb-cc-dd-ee-ff, else with that of the discovery, else with the boot
/// loader of a disk, where UEFI looks for it by default.
std::string grub_main_config();

}  // namespace ironbus
