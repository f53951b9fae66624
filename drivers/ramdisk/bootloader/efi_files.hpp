#pragma once

#include "drivers/ramdisk/bootloader/image_tree.hpp"

#include <filesystem>
#include <string>

namespace ironbus::ramdisk {

/// Whether an image contains files for an EFI system partition: /boot/efi/EFI.
bool has_efi_files(const image_tree& image);

/// Copies /boot/efi of an image to a mounted EFI system partition. Throws command_failure:
/// InvalidImage if it does not fit, CommandExecutionError.
void copy_efi_files(const image_tree& image, const std::filesystem::path& system_partition);

/// Adds a grub.cfg next to each GRUB below EFI/ that has none.
void add_grub_pointers(const std::filesystem::path& system_partition, const std::string& text);

/// Adds the mount of the EFI system partition to the deployed system's fstab, if that exists and
/// has none.
void add_to_fstab(const image_tree& image, const std::string& system_uuid);

}  // namespace ironbus::ramdisk
