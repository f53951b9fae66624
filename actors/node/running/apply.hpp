#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// Acts on what a handler has answered, and on all that follows from it, until the node has
/// something in flight, waits, or has nothing to do. The one place where a workflow moves.
void apply_result(decision& decision, handler_result handled);

}  // namespace ironbus
