#include "messages/contract/machine_restart.hpp"

#include "messages/contract/driver_operations.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr std::array<std::string_view, 2> restarts{"rebooting", "soft rebooting"};

}  // namespace

bool restarts_machine(const step& what) {
  if (driver_operation{what.interface, what.name} != driver_operations::power::set_power_state)
    return false;
  const auto target = what.args.value("target", "");
  return std::find(restarts.begin(), restarts.end(), target) != restarts.end();
}

}  // namespace ironbus
