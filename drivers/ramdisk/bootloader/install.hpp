#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace ironbus::ramdisk {

/// What is to be made bootable.
struct boot_wish {
  std::string device;  // "/dev/sda"
  std::uint64_t sector = 512;
  std::string root_uuid;    // of the root's file system, or of a whole disk its table's identifier
  std::string system_uuid;  // of the EFI system partition; empty: the machine boots by BIOS
  bool programs_allowed = false;  // whether programs of the image may be run
  std::filesystem::path sysfs = "/sys";
};

/// Of a whole disk: its loader is put into the firmware's menu. Of a partition image: the boot
/// loader comes from the image. On UEFI its files of /boot/efi are copied to the EFI system
/// partition, and none of its programs is needed; else its own grub-install and grub-mkconfig are
/// run, confined. Throws command_failure: InvalidImage, DeviceNotFound, CommandExecutionError.
void install_boot_loader(const boot_wish& wish);

}  // namespace ironbus::ramdisk
