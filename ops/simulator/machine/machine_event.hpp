#pragma once

#include "messages/base/time.hpp"

#include <cstdint>
#include <string>

namespace ironbus::simulator {

enum class machine_event_kind : uint8_t { powered_on, powered_off, task_completed, task_failed };

/// A change of a machine, for its event subscribers.
struct machine_event {
  machine_event_kind what = machine_event_kind::powered_on;
  timestamp when;
  std::string task = {};  ///< Id of the task; empty: the change concerns the machine.
};

}  // namespace ironbus::simulator
