#pragma once

#include "messages/base/errors.hpp"

#include <string>

namespace ironbus {

/// Quotes a word for a GRUB script, whatever it contains (GRUB manual, "Quoting").
std::string grub_word(const std::string& text);

/// The configuration with which GRUB boots UUID/kernel and UUID/ramdisk from its own server: by
/// TFTP from the root, by HTTP below /v1/boot. Tries ten times, then continues with the machine's
/// next boot device. The parameters are separated by blanks; BOOTIF is appended.
std::string grub_config(const std::string& uuid, const std::string& parameters);

/// The same for boot/kernel and boot/ramdisk of the disk from which GRUB started, without network.
/// `mac` is given, or empty if the boot card is unknown.
std::string grub_disk_config(const std::string& parameters, const std::string& mac);

/// Next to it: the configuration for unknown machines.
inline constexpr const char* grub_discovery_name = "discovery.cfg";

/// The configuration that GRUB reads first on all machines, as $prefix/grub.cfg. It continues with
/// the machine's own $prefix/grub.cfg-01-aa-bb-cc-dd-ee-ff, else with that of discovery, else with
/// a disk's boot loader at UEFI's default path.
std::string grub_main_config();

}  // namespace ironbus
