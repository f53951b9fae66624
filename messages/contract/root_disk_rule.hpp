#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>

namespace ironbus {

// Which disks of a machine may become its root disk. The service and the ramdisk apply the same
// rule, so this file depends on the standard library only.

/// A disk as the ramdisk's inventory describes it.
struct root_candidate {
  bool read_only = false;
  std::string_view transport = {};  ///< "usb", "sata", …; empty: unknown.
  std::string_view vendor = {};
  std::string_view model = {};
};

/// Words in vendor and model of the USB disks that BMCs emulate, in lower case. Examples: "AMI
/// Virtual HDisk0" (MegaRAC), "iDRAC LCDRIVE", "HP iLO LUN 00 Media 0", "ATEN Virtual Disk"
/// (Supermicro). File-Stor is the USB gadget of Linux, which OpenBMC uses.
inline constexpr std::array<std::string_view, 10> virtual_media_words{
    "virtual", "idrac", "lcdrive", "secupd", "oemdrv",
    "ilo",     "aten",  "openbmc", "xcc",    "file-stor"};

/// Whether the disk is a virtual medium of the BMC. Virtual disks of hypervisors are not on USB.
inline bool is_virtual_medium(const root_candidate& disk) {
  if (disk.transport != "usb") return false;
  std::string words = " " + std::string{disk.vendor} + " " + std::string{disk.model} + " ";
  std::transform(words.begin(), words.end(), words.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::any_of(virtual_media_words.begin(), virtual_media_words.end(), [&](auto word) {
    return words.find(" " + std::string{word} + " ") != std::string::npos;
  });
}

inline bool may_be_root(const root_candidate& disk) {
  return !disk.read_only && !is_virtual_medium(disk);
}

}  // namespace ironbus
