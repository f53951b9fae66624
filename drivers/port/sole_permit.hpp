#pragma once

#include "drivers/port/permit.hpp"

namespace ironbus {

/// The permit of a process that acts for itself: a command, a simulator. It has no step that
/// another worker could take over, so nothing ends it.
permit sole_permit();

}  // namespace ironbus
