#pragma once

#include "drivers/boot/dhcp_options.hpp"
#include "messages/model/driver_catalog.hpp"

#include <string>

namespace ironbus {

/// What machines load first, by the names of files in the folder `network` below http_root. Names
/// in comments are the options' names.
struct loader_names {
  std::string bios = "undionly.kpxe";  ///< iPXE, for BIOS (ipxe_bootfile_name).
  std::string ipxe = "snponly.efi";    ///< iPXE, for UEFI (uefi_ipxe_bootfile_name).
  std::string grub = "shimx64.efi";    ///< shim before GRUB, or GRUB (uefi_pxe_bootfile_name).
  texts_by_arch ipxe_by_arch;          ///< ipxe_bootfile_name_by_arch.
  texts_by_arch grub_by_arch;          ///< pxe_bootfile_name_by_arch.
};

/// How machines are booted over the network.
struct boot_options {
  /// What the ramdisk's kernel is told besides what the agent needs (kernel_append_params).
  std::string kernel_append_params = "nofb vga=normal";
  bool agent_debug = false;  ///< The agent logs all it does (agent_debug).
  loader_names loaders;
  dhcp_options dhcp;
  /// Where what they boot is written (boot_place.hpp); empty: it is not noted. No option.
  std::string place;
};

}  // namespace ironbus
