#pragma once

#include "drivers/port/permit.hpp"

namespace ironbus {

/// A permit that never expires, for a process that acts for itself: a command or a simulator. No
/// other worker can take over its steps.
permit sole_permit();

}  // namespace ironbus
