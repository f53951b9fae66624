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

/// The overrides, completed by those of `defaults`.
priority_overrides with_defaults(priority_overrides overrides, const priority_overrides& defaults);

/// Converts a declared step to a step of a plan.
step to_step(std::string_view interface, const step_declaration& declared, step_priority priority,
             step_role role);

/// The steps of the node's interfaces that run automatically in a phase: those with a priority
/// above 0, by interface, not sorted.
std::vector<step> declared_steps(const driver_catalog& drivers, const node& node, uint32_t phase,
                                 const priority_overrides& overrides = {});

/// Sorts in order of execution: highest priority first. Equal priorities: network, vendor, power,
/// management, firmware, deploy, bios, raid; within an interface in the order of declaration.
void sort_by_priority(std::vector<step>& steps);

}  // namespace ironbus
