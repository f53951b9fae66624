#pragma once

#include "actors/node/workflow.hpp"

namespace ironbus {

/// Begins the step in progress: asks for it who runs it, or waits for whom it needs.
void run_step(decision& d);

}  // namespace ironbus
