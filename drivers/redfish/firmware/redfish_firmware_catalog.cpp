#include "drivers/redfish/firmware/redfish_firmware_catalog.hpp"

#include "drivers/redfish/firmware/redfish_components.hpp"
#include "drivers/redfish/firmware/redfish_update.hpp"
#include "drivers/redfish/redfish_catalog.hpp"

#include <array>

namespace ironbus {

namespace {

constexpr std::array firmware_acts{
    redfish_operation_row{{"firmware", "cache_firmware_components"}, &cache_redfish_components},
    redfish_operation_row{{"firmware", "update"},
                          &update_redfish_firmware,
                          &watch_redfish_update,
                          &recover_redfish_update},
};

}  // namespace

std::vector<interface_implementation> redfish_firmware_implementations(const driver_options&) {
  auto update =
      redfish_settings_step("update",
                            "List of {component, url, wait}: component is bios, bmc or nic:ID, url "
                            "is http or https, wait is the pause in seconds after the update.");
  update.repeatable = false;
  return {by_redfish("firmware", {std::move(update), redfish_step("cache_firmware_components")})};
}

redfish_operations redfish_firmware_acts() { return firmware_acts; }

}  // namespace ironbus
