#pragma once

#include "actors/node/decision.hpp"
#include "actors/node/handler_result.hpp"

namespace ironbus {

/// Begins the step in progress: asks for it who runs it, or waits for whom it needs.
handler_result run_step(decision& d);

}  // namespace ironbus
