#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ironbus {

enum class boot_loader : uint8_t {
  ipxe,
  grub,  ///< On UEFI, where it can be signed for Secure Boot. BIOS uses iPXE.
};

/// A network boot interface.
struct network_boot {
  std::string_view name;
  std::string_view device;  ///< Boot device for the management interface.
  boot_loader loader;
};

/// In order of preference. Those with "uefihttp" need no TFTP, because the firmware fetches its
/// loader by HTTP.
inline constexpr std::array network_boots{
    network_boot{"ipxe", "pxe", boot_loader::ipxe},
    network_boot{"pxe", "pxe", boot_loader::grub},
    network_boot{"http-ipxe", "uefihttp", boot_loader::ipxe},
    network_boot{"http", "uefihttp", boot_loader::grub},
};

}  // namespace ironbus
