#pragma once

#include "actors/node/workflow.hpp"

namespace ironbus {

/// Takes a step's outcome. One that is not of the step in progress changes nothing: it is a
/// duplicate, or it comes too late to be believed.
void step_ended(decision& d, const step_outcome& x);

// What that means for a step of a workflow, see in_flight.hpp.
void workflow_step_ended(decision& d, const step_outcome& x, const step_in_flight& was);
void workflow_step_silent(decision& d, const std::string& reason, const step_in_flight& was);

}  // namespace ironbus
