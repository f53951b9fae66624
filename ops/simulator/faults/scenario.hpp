#pragma once

#include "messages/base/errors.hpp"
#include "ops/simulator/faults/fault_rule.hpp"
#include "ops/simulator/machine/timing.hpp"

#include <string>
#include <vector>

namespace ironbus::simulator {

/// What a scenario file says.
struct scenario {
  std::vector<fault_rule> faults;
  timing times;
};

/// Reads the YAML text of one. `invalid`, with the field, its value and what is allowed.
result<scenario> read_scenario(const std::string& text);

}  // namespace ironbus::simulator
