#pragma once

#include "actors/reminder.hpp"
#include "messages/wire/commands.hpp"
#include "messages/wire/step.hpp"

#include <variant>

namespace ironbus {

/// Everything a node can be told.
using node_message = std::variant<command, step_outcome, deadline_passed, taken_over>;

/// `invalid` if the envelope is neither a command nor a step outcome.
result<node_message> decode_node_message(const envelope& envelope);

/// Whether the message makes a node that does not exist yet.
bool begins_node(const node_message& message);

}  // namespace ironbus
