#pragma once

#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// The sentence for last_error if the running step of the workflow fails for that reason.
std::string failure_text(const decision& decision, const operation& op, const std::string& reason);

/// The running step, or a call that it needs, has failed: the workflow fails, or continues without
/// the step if it may be left out. `reason` has the driver's words.
handler_result fail_step(decision& decision, const std::string& reason,
                         const std::string& worker = {});

}  // namespace ironbus
