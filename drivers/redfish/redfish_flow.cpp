#include "drivers/redfish/redfish_flow.hpp"

#include "drivers/redfish/redfish_bios.hpp"
#include "drivers/redfish/redfish_raid.hpp"
#include "drivers/redfish/redfish_update.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr std::array flows{
    redfish_flow{{"firmware", "update"},
                 &update_redfish_firmware,
                 &watch_redfish_update,
                 &recover_redfish_update},
    redfish_flow{{"bios", "apply_configuration"}, &apply_redfish_bios, &watch_redfish_bios},
    redfish_flow{{"bios", "factory_reset"}, &reset_redfish_bios, &watch_redfish_bios_reset},
    redfish_flow{{"raid", "create_configuration"},
                 &create_redfish_volumes,
                 &watch_redfish_volumes,
                 &recover_redfish_volumes},
    redfish_flow{{"raid", "apply_configuration"},
                 &create_redfish_volumes,
                 &watch_redfish_volumes,
                 &recover_redfish_volumes},
    redfish_flow{{"raid", "delete_configuration"},
                 &delete_redfish_volumes,
                 &watch_redfish_volumes,
                 &recover_redfish_volumes},
};

}  // namespace

const redfish_flow* find_redfish_flow(const driver_operation& what) {
  const auto* found =
      std::find_if(flows.begin(), flows.end(), [&](const auto& row) { return row.what == what; });
  return found == flows.end() ? nullptr : &*found;
}

}  // namespace ironbus
