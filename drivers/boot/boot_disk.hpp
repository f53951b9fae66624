#pragma once

#include "messages/base/errors.hpp"

#include <string>

namespace ironbus {

/// What a disk boots.
struct boot_disk {
  std::string bootloader;  ///< The image of an EFI system partition, whose GRUB reads `config`.
  std::string kernel;
  std::string image;
  std::string config;
};

/// The image of a disk that UEFI boots from memory when it has fetched it by HTTP (UEFI 2.10,
/// 24.7.3.1): a partition table (MBR), the system partition, and a partition in ISO 9660 with
/// boot/kernel, boot/ramdisk and boot/grub/grub.cfg. So a signed GRUB that knows no HTTP boots
/// without TFTP. All of it is in memory for a moment. `invalid` if a part is larger than such a
/// table can say, `internal` if it cannot be made.
result<std::string> make_boot_disk(boot_disk parts);

}  // namespace ironbus
