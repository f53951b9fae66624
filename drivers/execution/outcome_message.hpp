#pragma once

#include "drivers/execution/context.hpp"
#include "messages/ports/bus.hpp"
#include "messages/wire/envelope.hpp"
#include "messages/wire/step.hpp"

#include <memory>
#include <string>

namespace ironbus {

/// The origin of the machine calls of a step, for traces. Null: not traced.
std::shared_ptr<const call_origin> origin_of(const envelope& envelope, const step_request& request);

/// Serializes an outcome as an envelope with its own id. `origin`: of the step.
std::string outcome_text(const execution_context& context, const step_outcome& outcome,
                         const call_origin* origin);

/// The message that carries this text to its node.
outgoing outcome_message(const execution_context& context, const std::string& node,
                         const std::string& text);

}  // namespace ironbus
