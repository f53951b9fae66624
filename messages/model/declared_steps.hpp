#pragma once

#include "messages/model/driver_catalog.hpp"
#include "messages/model/operation.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// "interface.step" → priority.
using priority_overrides = std::map<std::string, step_priority>;

/// The overrides, and for steps that they do not name those of `defaults`.
priority_overrides with_defaults(priority_overrides overrides, const priority_overrides& defaults);

/// A declared step as part of a plan.
step to_step(std::string_view interface, const step_declaration& declared, step_priority priority,
             step_role role);

/// What the node's interfaces run in a phase without being asked: all with a priority above 0, by
/// interface, not sorted.
std::vector<step> declared_steps(const driver_catalog& drivers, const node& node, uint32_t phase,
                                 const priority_overrides& overrides = {});

/// The order of execution: highest priority first; among equals network, vendor, power, management,
/// firmware, deploy, bios, raid; among those of one interface as declared.
void sort_by_priority(std::vector<step>& steps);

}  // namespace ironbus
