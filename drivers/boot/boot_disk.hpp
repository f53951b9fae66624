#pragma once

#include "messages/base/errors.hpp"

#include <string>

namespace ironbus {

/// Content of a boot disk.
struct boot_disk {
  std::string bootloader;  ///< Image of an EFI system partition whose GRUB reads `config`.
  std::string kernel;
  std::string image;
  std::string config;
};

/// Builds a disk image that UEFI fetches by HTTP and boots from memory (UEFI 2.10, 24.7.3.1). It
/// has a partition table (MBR), the system partition, and an ISO 9660 partition with boot/kernel,
/// boot/ramdisk and boot/grub/grub.cfg. With it a signed GRUB without HTTP support boots without
/// TFTP. The whole image is in memory for a moment. `invalid` if a part exceeds the limits of the
/// table, `internal` if it cannot be built.
result<std::string> make_boot_disk(boot_disk parts);

}  // namespace ironbus
