#pragma once

#include "actors/node/decision.hpp"
#include "actors/node/handler_result.hpp"

namespace ironbus {

/// Acts on what a handler has answered, and on all that follows from it, until the node has
/// something in flight, waits, or has nothing to do. The one place where a workflow moves.
void settle_result(decision& d, handler_result x);

}  // namespace ironbus
