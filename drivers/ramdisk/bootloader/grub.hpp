#pragma once

#include "drivers/ramdisk/bootloader/image_tree.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// GRUB as an image has it: distributions call it grub or grub2. Paths within the image.
struct grub_in_image {
  std::string install;      // "/usr/sbin/grub-install"; empty: the image has none
  std::string configure;    // "/usr/sbin/grub-mkconfig"; empty: the image has none
  std::string folder;       // "/boot/grub"
  bool configured = false;  // there is a grub.cfg in the folder
};

/// Nothing where an image has neither the programs nor a configuration.
std::optional<grub_in_image> find_grub(const image_tree& image);

/// What installs it in a disk's boot sector, or on the EFI system partition at /boot/efi (and not
/// in the firmware's menu, which no program of the image is shown).
std::vector<std::string> install_command(const grub_in_image& grub, const std::string& device,
                                         bool uefi);
/// What writes its configuration anew, for the disk that it is on now.
std::vector<std::string> configure_command(const grub_in_image& grub);

/// What GRUB on an EFI system partition reads to find the image's own configuration: on the file
/// system with this UUID, where the image's root is at a path within it (mounted_system).
std::string pointer_to_configuration(const grub_in_image& grub, const std::string& root_uuid,
                                     const std::string& path_within);

}  // namespace ironbus::ramdisk
