#pragma once

#include "drivers/kit/iso_image.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ironbus {

/// A file of an ISO image that is not part of its head, but follows it.
struct iso_part {
  std::string path;    ///< "boot/ramdisk".
  uint64_t bytes = 0;  ///< 1 to iso_part_bytes_max.
};

/// Maximum size of a file in an ISO image (ECMA-119, 9.1.4), in whole sectors.
inline constexpr uint64_t iso_part_bytes_max = (1ULL << 32U) - 2048;

/// An ISO image that machines boot by BIOS, UEFI or both.
struct bootable_iso {
  std::string label;            ///< At most 32 characters.
  std::vector<iso_file> files;  ///< Small files, stored in the head.
  std::vector<iso_part> parts;
  std::string bios_loader;  ///< Path of one of `files`, started by BIOS; empty: none.
  std::string uefi_loader;  ///< Path of one of `parts`, an EFI system partition; empty: none.
};

/// Builds the head of the image: everything except the parts, in whole sectors. The parts follow in
/// order, each padded to whole sectors. `invalid` names a part that is too large or empty.
/// `internal` if the image cannot be built.
result<std::string> make_iso_head(const bootable_iso& disc);

}  // namespace ironbus
