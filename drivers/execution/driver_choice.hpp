#pragma once

#include "drivers/registry/registry.hpp"
#include "messages/wire/step.hpp"

#include <memory>
#include <string>

namespace ironbus {

/// The driver that runs a step: the node's interface of the step's kind, or, for a step that only
/// its agent knows, the deploy interface. Null, with a reason in `why_not`, if there is none or it
/// has no such step.
std::shared_ptr<driver_interface> choose_driver(const registry& drivers,
                                                const step_request& request, std::string& why_not);

/// Violations of the contract of the step's kind by its arguments (wrong_values). Empty: none. The
/// agent checks the arguments of its own steps.
std::string wrong_arguments(const registry& drivers, const step_request& request);

}  // namespace ironbus
