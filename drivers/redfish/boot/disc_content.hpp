#pragma once

#include "drivers/kit/disc/boot_disc.hpp"
#include "drivers/kit/shared_files.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// What a machine boots from a disc that is made for it.
struct disc_content {
  std::string parameters;       ///< The kernel's command line.
  std::vector<iso_file> files;  ///< Further small files: network data.
  shared_file kernel;
  shared_file image;        ///< The ramdisk.
  shared_file uefi_loader;  ///< An EFI system partition.
  std::string isolinux;     ///< isolinux.bin, a few dozen KiB; empty: BIOS cannot boot it.
  std::optional<shared_file> isolinux_core;  ///< ldlinux.c32, with it.
};

/// What boot loaders are told, in their own words.
std::string grub_configuration(const std::string& parameters);
std::string isolinux_configuration(const std::string& parameters);

/// More than that a kernel cuts off (COMMAND_LINE_SIZE of x86, with the end of the text).
inline constexpr size_t command_line_bytes_max = 2047;

/// The disc, and in the order of its parts what they are. `invalid` if a command line is too long
/// or has what no configuration can hold.
struct planned_disc {
  boot_disc disc;
  std::vector<shared_file> parts;
};
result<planned_disc> plan_disc(const disc_content& content);

/// Writes the recipe of a disc below ROOT/UUID, with links to its parts, and removes what was there
/// before; `secret` is part of what its name is made of, so that nobody can guess it. The same disc
/// has the same name, and is left alone. Blocks. Gives the name: "5f0c….iso". `not_found`: a part
/// has been removed meanwhile; `unavailable`: it cannot be written.
result<std::string> publish_disc(const planned_disc& planned, const std::string& secret,
                                 const std::string& uuid, const std::string& root);

}  // namespace ironbus
