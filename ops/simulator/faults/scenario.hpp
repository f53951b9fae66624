#pragma once

#include "messages/base/errors.hpp"
#include "ops/simulator/faults/fault_rule.hpp"
#include "ops/simulator/machine/boot_order.hpp"
#include "ops/simulator/machine/timing.hpp"

#include <string>
#include <vector>

namespace ironbus::simulator {

/// The content of a scenario file.
struct scenario {
  std::vector<fault_rule> faults;
  timing times;
  /// Boot order of the machines, unless a request sets another device that is available.
  std::vector<std::string> boot_order = usual_boot_order();
};

/// Parses the YAML text of a scenario. `usual`: times that the text does not set. Fails with
/// `invalid`, naming the field, its value and the allowed values.
result<scenario> read_scenario(const std::string& text, const timing& usual = {});

}  // namespace ironbus::simulator
