#include "hardware.hpp"

#include "fake_hardware.hpp"
#include "ipmi_hardware.hpp"
#include "redfish_hardware.hpp"

#include <array>

namespace ironbus::test {

namespace {

constexpr std::array rows{
    hardware_row{"fake-hardware", &make_fake_hardware, &drivers_of_fake_hardware},
    hardware_row{"ipmi", &make_ipmi_hardware, &drivers_of_ipmi},
    // Without a BMC: the simulated machine provides power and agent.
    hardware_row{"manual-management", &make_fake_hardware, &drivers_of_fake_hardware},
    hardware_row{"idrac", &make_idrac_hardware, &drivers_of_redfish},
    hardware_row{"redfish", &make_redfish_hardware, &drivers_of_redfish},
};

}  // namespace

std::span<const hardware_row> hardware_rows() { return rows; }

}  // namespace ironbus::test
