#pragma once

#include "messages/model/snapshot.hpp"
#include "messages/wire/step.hpp"

#include <optional>
#include <string_view>

namespace ironbus {

/// A driver action with its own notification. A client requested it, or a workflow as one of its
/// steps.
struct driver_action {
  std::string_view name;  ///< In event types: "power_set".
  std::string operation_id;
  uint32_t index = 0;
  json args;

  /// A repeated step is still the same action.
  bool is(const driver_action& other) const {
    return operation_id == other.operation_id && index == other.index && name == other.name;
  }
};

/// The outstanding driver action, if it has a notification.
std::optional<driver_action> action_in_flight(const node_snapshot& snapshot);

}  // namespace ironbus
