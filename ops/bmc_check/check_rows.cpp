#include "ops/bmc_check/check_rows.hpp"

#include <array>

namespace ironbus::bmc_check {

namespace {

constexpr std::array all_rows{
    check_row{"power state", "power", "get_power_state", "{}", true},
    check_row{"vendor", "management", "detect_vendor"},
    check_row{"boot device", "management", "get_boot_device", "{}", true},
    check_row{"boot mode", "management", "get_boot_mode"},
    check_row{"Secure Boot", "management", "get_secure_boot"},
    check_row{"MAC addresses", "management", "get_mac_addresses"},
    check_row{"health", "management", "get_node_health"},
    check_row{"sensors", "management", "get_sensors_data"},
    check_row{"indicators", "management", "get_indicators"},
    check_row{"virtual media", "management", "get_virtual_media"},
    check_row{"inspection", "inspect", "inspect_hardware"},
    check_row{"BIOS settings", "bios", "cache_bios_settings"},
    check_row{"firmware versions", "firmware", "cache_firmware_components"},
    check_row{"power off", "power", "set_power_state", R"({"target":"power off"})", true, true},
    check_row{"boot device once", "management", "set_boot_device",
              R"({"device":"pxe","persistent":false})", true, true},
    check_row{"power on", "power", "set_power_state", R"({"target":"power on"})", true, true},
    check_row{"reboot", "power", "set_power_state", R"({"target":"rebooting"})", true, true},
    check_row{"power off again", "power", "set_power_state", R"({"target":"power off"})", true,
              true},
};

}  // namespace

std::span<const check_row> check_rows() { return all_rows; }

}  // namespace ironbus::bmc_check
