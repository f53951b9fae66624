#include "drivers/redfish/bios/redfish_bios_catalog.hpp"

#include "drivers/redfish/bios/redfish_bios.hpp"
#include "drivers/redfish/redfish_catalog.hpp"

#include <array>

namespace ironbus {

namespace {

constexpr std::array bios_acts{
    redfish_operation_row{{"bios", "cache_bios_settings"}, &cache_redfish_bios},
    redfish_operation_row{
        {"bios", "apply_configuration"}, &apply_redfish_bios, &watch_redfish_bios},
    redfish_operation_row{
        {"bios", "factory_reset"}, &reset_redfish_bios, &watch_redfish_bios_reset},
};

}  // namespace

std::vector<interface_implementation> redfish_bios_implementations(const driver_options&) {
  auto reset = redfish_step("factory_reset");
  reset.phases = phase_clean | phase_deploy | phase_service;
  auto read = redfish_step("cache_bios_settings");
  read.phases = phase_clean;
  return {
      by_redfish("bios", {redfish_settings_step("apply_configuration", "List of {name, value}."),
                          std::move(reset), std::move(read)})};
}

redfish_operations redfish_bios_acts() { return bios_acts; }

}  // namespace ironbus
