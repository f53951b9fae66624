#pragma once

#include "drivers/kit/iso_image.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ironbus {

/// A file of a disc that is not written into its head, but follows it.
struct disc_part {
  std::string path;    ///< "boot/ramdisk".
  uint64_t bytes = 0;  ///< At most disc_part_bytes_max, and not none.
};

/// As large as a file may be on a disc of this kind (ECMA-119, 9.1.4), in whole sectors.
inline constexpr uint64_t disc_part_bytes_max = (1ULL << 32U) - 2048;

/// A disc that machines boot from, by BIOS or UEFI or both.
struct boot_disc {
  std::string label;            ///< At most 32 letters.
  std::vector<iso_file> files;  ///< Small ones.
  std::vector<disc_part> parts;
  std::string bios_loader;  ///< The path of one of `files` that is started by BIOS; empty: none is.
  std::string uefi_loader;  ///< The path of one of `parts`, an EFI system partition; empty: none.
};

/// All of a disc that is not in its parts: the head of the image, in whole sectors. The parts
/// follow in their order, each filled up to whole sectors. `invalid` names a part that is too large
/// or empty; `internal` if it cannot be made.
result<std::string> make_disc_head(const boot_disc& disc);

}  // namespace ironbus
