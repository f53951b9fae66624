#pragma once

#include "drivers/registry/registry.hpp"
#include "messages/wire/step.hpp"

#include <memory>
#include <string>

namespace ironbus {

/// Who carries a step out: the node's interface of the step's kind, or, for a step that only its
/// agent knows, the deploy interface that speaks to the agent. Null with a sentence if there is
/// none, or it has no such step.
std::shared_ptr<driver_interface> choose_driver(const registry& drivers,
                                                const step_request& request, std::string& why_not);

/// What the contract of the step's kind says against its arguments (wrong_values); empty: nothing.
/// Of a step that only the agent knows the agent says it.
std::string wrong_arguments(const registry& drivers, const step_request& request);

}  // namespace ironbus
