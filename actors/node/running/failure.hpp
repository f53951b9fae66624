#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// Ends the workflow badly: failed state, last_error, and (if a work step was in progress, and no
/// operator has asked for the end) fault and maintenance; then its finish steps run.
void end_badly(decision& decision, const verdict::fail& fail);

/// An operator ends the workflow.
verdict::fail abort_by_request(const operation& op);

}  // namespace ironbus
