#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace ironbus {

/// Where something lies on a disc.
struct disc_extent {
  uint32_t sector = 0;
  uint64_t bytes = 0;
};

/// What a disc boots by.
struct boot_loaders {
  std::optional<disc_extent> bios;  ///< A program for BIOS, of which the first 2 KiB are loaded.
  std::optional<disc_extent> uefi;  ///< An EFI system partition.
};

/// A boot catalog (El Torito 1.0, chapter 2; UEFI 2.10, 13.3.2.1), one sector: first what BIOS
/// boots by, then in a section of its own what UEFI does; of one of the two only, that.
std::string boot_catalog(const boot_loaders& loaders);

}  // namespace ironbus
