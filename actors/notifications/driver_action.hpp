#pragma once

#include "messages/model/snapshot.hpp"
#include "messages/wire/step.hpp"

#include <optional>
#include <string_view>

namespace ironbus {

/// Something a driver has been asked to do to a machine that is told as an action of its own,
/// whoever wants it: a client, or a workflow as one of its steps.
struct driver_action {
  std::string_view name;  ///< In event types: "power_set".
  std::string operation_id;
  uint32_t index = 0;
  json args;

  /// A step that is run again is still the same action.
  bool is(const driver_action& other) const {
    return operation_id == other.operation_id && index == other.index && name == other.name;
  }
};

/// What is out at the drivers, if it is told.
std::optional<driver_action> action_in_flight(const node_snapshot& snapshot);

}  // namespace ironbus
