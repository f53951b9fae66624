#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// Begins the step in progress: asks for it who runs it, or waits for whom it needs.
handler_result run_step(decision& decision);

}  // namespace ironbus
