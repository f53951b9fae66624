#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace ironbus {

/// Location of a file in an ISO image.
struct iso_file_extent {
  uint32_t sector = 0;
  uint64_t bytes = 0;
};

/// Boot loaders of an ISO image.
struct boot_loaders {
  std::optional<iso_file_extent> bios;  ///< A program for BIOS; firmware loads its first 2 KiB.
  std::optional<iso_file_extent> uefi;  ///< An EFI system partition.
};

/// A boot catalog of one sector (El Torito 1.0, chapter 2; UEFI 2.10, 13.3.2.1). The BIOS entry
/// comes first; the UEFI entry has its own section. With one loader only, that loader is the entry.
std::string boot_catalog(const boot_loaders& loaders);

}  // namespace ironbus
