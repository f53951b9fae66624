#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// Fails the workflow: failed state, last_error and, if a work step was running and no operator has
/// aborted it, fault and maintenance. Then its finish steps run.
void end_badly(decision& decision, const verdict::fail& fail);

/// An operator aborts the workflow.
verdict::fail abort_by_request(const operation& op);

}  // namespace ironbus
