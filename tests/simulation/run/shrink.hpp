#pragma once

#include "tests/simulation/run/fault_plan.hpp"

#include <functional>
#include <vector>

namespace ironbus::simulation {

/// Few of the faults that still fail: none of those that are left can be spared. Tries to do
/// without halves, then quarters, and so on down to single ones.
std::vector<fault> shrink(std::vector<fault> faults,
                          const std::function<bool(const std::vector<fault>&)>& still_fails);

}  // namespace ironbus::simulation
