#pragma once

#include <string_view>

namespace ironbus {

/// An operation of an interface kind: {"power", "set_power_state"}.
struct driver_operation {
  std::string_view interface;  ///< The interface kind.
  std::string_view name;

  bool operator==(const driver_operation&) const = default;
};

/// The operations that the service calls itself, so that their names are spelled in one place.
/// driver_contract.hpp has their arguments and answers, and all other operations.
namespace driver_operations {

using call = driver_operation;

namespace power {
inline constexpr call get_power_state{"power", "get_power_state"};
inline constexpr call set_power_state{"power", "set_power_state"};
}  // namespace power

namespace management {
inline constexpr call detect_vendor{"management", "detect_vendor"};
inline constexpr call get_boot_mode{"management", "get_boot_mode"};
inline constexpr call get_secure_boot{"management", "get_secure_boot"};
inline constexpr call get_node_health{"management", "get_node_health"};
inline constexpr call get_sensors_data{"management", "get_sensors_data"};
inline constexpr call get_boot_device{"management", "get_boot_device"};
inline constexpr call set_boot_device{"management", "set_boot_device"};
inline constexpr call set_boot_mode{"management", "set_boot_mode"};
inline constexpr call set_secure_boot{"management", "set_secure_boot"};
inline constexpr call inject_nmi{"management", "inject_nmi"};
inline constexpr call get_indicators{"management", "get_indicators"};
inline constexpr call get_indicator_state{"management", "get_indicator_state"};
inline constexpr call set_indicator_state{"management", "set_indicator_state"};
inline constexpr call get_mac_addresses{"management", "get_mac_addresses"};
inline constexpr call get_virtual_media{"management", "get_virtual_media"};
inline constexpr call attach_virtual_media{"management", "attach_virtual_media"};
inline constexpr call detach_virtual_media{"management", "detach_virtual_media"};
}  // namespace management

namespace bios {
inline constexpr call cache_bios_settings{"bios", "cache_bios_settings"};
}  // namespace bios

namespace firmware {
inline constexpr call cache_firmware_components{"firmware", "cache_firmware_components"};
}  // namespace firmware

namespace boot {
inline constexpr call prepare_ramdisk{"boot", "prepare_ramdisk"};
inline constexpr call clean_up_ramdisk{"boot", "clean_up_ramdisk"};
inline constexpr call prepare_instance{"boot", "prepare_instance"};
inline constexpr call clean_up_instance{"boot", "clean_up_instance"};
}  // namespace boot

namespace deploy {
inline constexpr call prepare{"deploy", "prepare"};
inline constexpr call deploy{"deploy", "deploy"};
inline constexpr call clean_up{"deploy", "clean_up"};
inline constexpr call tear_down{"deploy", "tear_down"};
inline constexpr call take_over{"deploy", "take_over"};
inline constexpr call prepare_cleaning{"deploy", "prepare_cleaning"};
inline constexpr call tear_down_cleaning{"deploy", "tear_down_cleaning"};
inline constexpr call prepare_service{"deploy", "prepare_service"};
inline constexpr call tear_down_service{"deploy", "tear_down_service"};
inline constexpr call collect_logs{"deploy", "collect_logs"};
}  // namespace deploy

namespace inspect {
inline constexpr call inspect_hardware{"inspect", "inspect_hardware"};
inline constexpr call clean_up{"inspect", "clean_up"};
inline constexpr call abort{"inspect", "abort"};
}  // namespace inspect

namespace rescue {
inline constexpr call rescue{"rescue", "rescue"};
inline constexpr call unrescue{"rescue", "unrescue"};
inline constexpr call clean_up{"rescue", "clean_up"};
}  // namespace rescue

namespace console {
inline constexpr call start_console{"console", "start_console"};
inline constexpr call stop_console{"console", "stop_console"};
inline constexpr call get_console{"console", "get_console"};
inline constexpr call get_console_log{"console", "get_console_log"};
inline constexpr call start_recording{"console", "start_recording"};
inline constexpr call stop_recording{"console", "stop_recording"};
}  // namespace console

namespace network {
inline constexpr call vif_list{"network", "vif_list"};
inline constexpr call vif_attach{"network", "vif_attach"};
inline constexpr call vif_detach{"network", "vif_detach"};
}  // namespace network

}  // namespace driver_operations

}  // namespace ironbus
