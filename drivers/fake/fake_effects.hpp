#pragma once

#include "drivers/driver.hpp"

namespace ironbus {

/// What a step does to the simulated machine: its outcome if nothing goes wrong, or why the step
/// cannot be done (a target or device that there is not). Pure.
step_outcome fake_effect(const step_request& x);

}  // namespace ironbus
