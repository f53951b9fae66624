#pragma once

#include "messages/base/time.hpp"

#include <cstdint>
#include <string>

namespace ironbus::simulator {

enum class happening_kind : uint8_t { powered_on, powered_off, task_completed, task_failed };

/// What a machine has come to by itself, for whoever wants to be told.
struct happening {
  happening_kind what = happening_kind::powered_on;
  timestamp when;
  std::string task = {};  ///< Its id; empty: it is about the machine.
};

}  // namespace ironbus::simulator
