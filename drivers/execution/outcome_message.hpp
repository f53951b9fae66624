#pragma once

#include "drivers/execution/context.hpp"
#include "messages/ports/bus.hpp"
#include "messages/wire/envelope.hpp"
#include "messages/wire/step.hpp"

#include <memory>
#include <string>

namespace ironbus {

/// For whom the step of that request calls its machine; null: nobody traces it.
std::shared_ptr<const call_origin> origin_of(const envelope& envelope, const step_request& request);

/// An outcome as the text of an envelope with an id of its own. `origin`: of its step.
std::string outcome_text(const execution_context& context, const step_outcome& outcome,
                         const call_origin* origin);

/// The message that carries such a text to its node.
outgoing outcome_message(const execution_context& context, const std::string& node,
                         const std::string& text);

}  // namespace ironbus
