#pragma once

#include "drivers/ramdisk/bootloader/image_tree.hpp"

#include <filesystem>
#include <string>

namespace ironbus::ramdisk {

/// Whether an image brings what an EFI system partition is to have: /boot/efi/EFI.
bool has_efi_files(const image_tree& image);

/// Copies /boot/efi of an image to a mounted EFI system partition. Throws command_failure:
/// InvalidImage where there is no room for it, CommandExecutionError.
void copy_efi_files(const image_tree& image, const std::filesystem::path& system_partition);

/// Puts a grub.cfg beside each GRUB below EFI/ that has none.
void add_grub_pointers(const std::filesystem::path& system_partition, const std::string& text);

/// The line by which the deployed system mounts its EFI system partition, if it has an fstab
/// without one.
void add_to_fstab(const image_tree& image, const std::string& system_uuid);

}  // namespace ironbus::ramdisk
