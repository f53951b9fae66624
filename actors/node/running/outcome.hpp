#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// Handles the outcome of a step. An outcome of another step than the current one changes nothing:
/// it is a duplicate, or too late.
handler_result step_ended(decision& decision, const step_outcome& received);

}  // namespace ironbus
