#pragma once

#include "drivers/ramdisk/bootloader/image_tree.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// GRUB in an image: distributions name it grub or grub2. Paths within the image.
struct grub_in_image {
  std::string install;      // "/usr/sbin/grub-install"; empty: none
  std::string configure;    // "/usr/sbin/grub-mkconfig"; empty: none
  std::string folder;       // "/boot/grub"
  bool configured = false;  // the folder has a grub.cfg
};

/// Nothing if an image has neither the programs nor a configuration.
std::optional<grub_in_image> find_grub(const image_tree& image);

/// The command that installs GRUB in a disk's boot sector, or on the EFI system partition at
/// /boot/efi. It does not change the firmware's menu, which the program cannot see.
std::vector<std::string> install_command(const grub_in_image& grub, const std::string& device,
                                         bool uefi);
/// The command that rewrites its configuration for the current disk.
std::vector<std::string> configure_command(const grub_in_image& grub);

/// The configuration of GRUB on an EFI system partition that loads the image's own: from the file
/// system with this UUID, with the image's root at a path within it (mounted_system).
std::string pointer_to_configuration(const grub_in_image& grub, const std::string& root_uuid,
                                     const std::string& path_within);

}  // namespace ironbus::ramdisk
