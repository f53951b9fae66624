#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// Starts the current step: requests it, or waits for the party that it needs.
handler_result run_step(decision& decision);

}  // namespace ironbus
