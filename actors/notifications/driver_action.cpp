#include "actors/notifications/driver_action.hpp"

#include "actors/node/running/in_flight.hpp"
#include "messages/contract/driver_operations.hpp"

#include <array>

namespace ironbus {

namespace {

struct notified_operation {
  driver_operation what;
  std::string_view action;
};

constexpr std::array notified_operations{
    notified_operation{driver_operations::power::set_power_state, "power_set"},
    notified_operation{driver_operations::console::start_console, "console_set"},
    notified_operation{driver_operations::console::stop_console, "console_set"},
};

}  // namespace

std::optional<driver_action> action_in_flight(const node_snapshot& snapshot) {
  if (!snapshot.in_flight) return std::nullopt;
  const auto& out = *snapshot.in_flight;
  const auto asked = rules_of(out).requested(snapshot);
  if (!asked) return std::nullopt;
  for (const auto& row : notified_operations)
    if (row.what == driver_operation{asked->interface, asked->name})
      return driver_action{row.action, out.operation_id, out.index, asked->args};
  return std::nullopt;
}

}  // namespace ironbus
