#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// Applies a handler's result and all that follows, until the node has an outstanding request,
/// waits, or is idle. The only place where a workflow advances.
void apply_result(decision& decision, handler_result handled);

}  // namespace ironbus
