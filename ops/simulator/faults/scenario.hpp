#pragma once

#include "messages/base/errors.hpp"
#include "ops/simulator/faults/fault_rule.hpp"
#include "ops/simulator/machine/boot_order.hpp"
#include "ops/simulator/machine/timing.hpp"

#include <string>
#include <vector>

namespace ironbus::simulator {

/// What a scenario file says.
struct scenario {
  std::vector<fault_rule> faults;
  timing times;
  /// What machines try to boot, if nothing else is asked for or that is not there.
  std::vector<std::string> boot_order = usual_boot_order();
};

/// Reads the YAML text of one; what it does not say of times is as usual. `invalid`, with the
/// field, its value and what is allowed.
result<scenario> read_scenario(const std::string& text, const timing& usual = {});

}  // namespace ironbus::simulator
