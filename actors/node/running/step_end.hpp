#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

// The end of a workflow's step, see in_flight.hpp.

handler_result workflow_step_ended(decision& decision, const step_outcome& outcome,
                                   const step_in_flight& was);
handler_result workflow_step_silent(decision& d, const std::string& reason,
                                    const step_in_flight& was);

}  // namespace ironbus
