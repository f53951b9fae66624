#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// Takes a step's outcome. One that is not of the step in progress changes nothing: it is a
/// duplicate, or it comes too late to be believed.
handler_result step_ended(decision& decision, const step_outcome& received);

}  // namespace ironbus
