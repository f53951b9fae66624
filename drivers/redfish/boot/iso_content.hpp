#pragma once

#include "drivers/kit/disc/bootable_iso.hpp"
#include "drivers/kit/shared_files.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// Content of a boot ISO.
struct iso_content {
  std::string parameters;       ///< The kernel's command line.
  std::vector<iso_file> files;  ///< More small files: network data.
  shared_file kernel;
  shared_file image;        ///< The ramdisk.
  shared_file uefi_loader;  ///< An EFI system partition.
  std::string isolinux;     ///< isolinux.bin, a few dozen KiB; empty: no BIOS boot.
  std::optional<shared_file> isolinux_core;  ///< ldlinux.c32, required with it.
};

/// The configuration of GRUB.
std::string grub_configuration(const std::string& parameters);
std::string isolinux_configuration(const std::string& parameters);

/// Kernels truncate a longer command line (COMMAND_LINE_SIZE of x86, including the terminator).
inline constexpr size_t command_line_bytes_max = 2047;

/// The ISO image and the files of its parts, in order. `invalid` if a command line is too long or
/// contains characters that a configuration cannot express.
struct planned_iso {
  bootable_iso disc;
  std::vector<shared_file> parts;
};
result<planned_iso> plan_iso(const iso_content& content);

/// Writes the recipe of a boot ISO below ROOT/UUID, with links to its parts, and removes earlier
/// ones. `secret` makes the name unguessable. The same content has the same name and is not
/// rewritten. Blocks. Returns the name: "5f0c….iso". `not_found`: a part was removed in between.
/// `unavailable`: it cannot be written.
result<std::string> publish_iso(const planned_iso& planned, const std::string& secret,
                                const std::string& uuid, const std::string& root);

}  // namespace ironbus
