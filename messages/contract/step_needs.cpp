#include "messages/contract/step_needs.hpp"

#include "messages/contract/driver_contract.hpp"

#include <array>

namespace ironbus {

namespace {

struct kind_needs {
  std::string_view interface;
  uint8_t parts;
};

constexpr uint8_t agents_parts = part_instance | part_ports | part_raid | part_agent_token;

constexpr std::array by_kind{
    kind_needs{"boot", part_instance | part_ports | part_agent_token},  // the kernel's parameters
    kind_needs{"deploy", agents_parts},
    kind_needs{"inspect", part_ports | part_agent_token},
    kind_needs{"network", part_ports},
    kind_needs{"raid", part_raid},
    kind_needs{"rescue", agents_parts},
    kind_needs{"storage", part_instance},
};

/// Those that write the config drive, or bring it to what they boot.
constexpr std::array with_config_drive{
    driver_operations::deploy::deploy,
    driver_operation{"deploy", "write_image"},
    driver_operation{"deploy", "execute_bootc_install"},
    driver_operations::boot::prepare_instance,
};

}  // namespace

uint8_t needed_parts(std::string_view interface, std::string_view name, bool in_agent) {
  uint8_t out = part_none;
  if (in_agent) out |= agents_parts;
  for (const auto& row : by_kind)
    if (row.interface == interface) out |= row.parts;
  if (const auto* row = find_operation(interface, name); row != nullptr && row->is(op_by_agent))
    out |= part_agent_token;
  for (const auto& row : with_config_drive)
    if (row == driver_operation{interface, name}) out |= part_config_drive;
  return out;
}

}  // namespace ironbus
