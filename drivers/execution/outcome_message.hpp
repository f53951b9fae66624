#pragma once

#include "drivers/execution/context.hpp"
#include "messages/ports/bus.hpp"
#include "messages/wire/step.hpp"

#include <string>

namespace ironbus {

/// An outcome as the text of an envelope with an id of its own.
std::string outcome_text(const execution_context& context, const step_outcome& outcome);

/// The message that carries such a text to its node.
outgoing outcome_message(const execution_context& context, const std::string& node,
                         const std::string& text);

}  // namespace ironbus
