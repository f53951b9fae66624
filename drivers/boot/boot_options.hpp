#pragma once

#include "drivers/boot/dhcp_options.hpp"
#include "messages/model/driver_catalog.hpp"

#include <string>

namespace ironbus {

/// File names of the first boot programs, in the folder `network` below http_root. Names in
/// comments are option names.
struct loader_names {
  std::string bios = "undionly.kpxe";  ///< iPXE for BIOS (ipxe_bootfile_name).
  std::string ipxe = "snponly.efi";    ///< iPXE for UEFI (uefi_ipxe_bootfile_name).
  std::string grub = "shimx64.efi";    ///< shim before GRUB, or GRUB (uefi_pxe_bootfile_name).
  /// By "ARCH", "ARCH-uefi" or "x86_64-bios" (ipxe_bootfile_name_by_arch).
  texts_by_arch ipxe_by_arch;
  /// By "ARCH" or "ARCH-uefi" (pxe_bootfile_name_by_arch).
  texts_by_arch grub_by_arch;
};

/// Settings of network boot.
struct boot_options {
  /// Kernel parameters of the ramdisk, in addition to the agent's (kernel_append_params).
  std::string kernel_append_params = "nofb vga=normal";
  bool agent_debug = false;  ///< The agent logs everything (agent_debug).
  loader_names loaders;
  dhcp_options dhcp;
  /// Location of the boot files (boot_place.hpp); empty: not recorded. Not an option.
  std::string place;
  /// The installation's id, which marks its files in dnsmasq's folders; empty: no mark. Not an
  /// option.
  std::string installation;
};

}  // namespace ironbus
