#pragma once

#include "tests/simulation/run/fault_plan.hpp"

#include <functional>
#include <vector>

namespace ironbus::simulation {

/// Finds a small subset of the faults that still fails, from which no fault can be removed. Tries
/// to remove halves, then quarters, down to single faults.
std::vector<fault> shrink(std::vector<fault> faults,
                          const std::function<bool(const std::vector<fault>&)>& still_fails);

}  // namespace ironbus::simulation
