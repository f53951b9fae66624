#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace ironbus::ramdisk {

/// The system to make bootable.
struct boot_plan {
  std::string device;  // "/dev/sda"
  std::uint64_t sector = 512;
  std::string
      root_uuid;  // UUID of the root file system, or of a whole disk the identifier of its table
  std::string
      system_uuid;  // UUID of the EFI system partition; empty: the machine boots in BIOS mode
  bool programs_allowed = false;  // whether programs of the image may run
  std::filesystem::path sysfs = "/sys";
};

/// Makes a deployed disk bootable. For a whole-disk image: creates the firmware's boot entry. For a
/// partition image: installs the image's boot loader. With UEFI its files in /boot/efi are copied
/// to the EFI system partition, and no program of the image runs. Otherwise its grub-install and
/// grub-mkconfig run, confined. Throws command_failure: InvalidImage, DeviceNotFound,
/// CommandExecutionError.
void install_boot_loader(const boot_plan& wish);

}  // namespace ironbus::ramdisk
