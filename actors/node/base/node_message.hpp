#pragma once

#include "actors/reminder.hpp"
#include "messages/wire/commands.hpp"
#include "messages/wire/step.hpp"

#include <variant>

namespace ironbus {

/// All messages that a node can receive.
using node_message = std::variant<command, step_outcome, deadline_passed, taken_over>;

/// `invalid` if the envelope is neither a command nor a step outcome.
result<node_message> decode_node_message(const envelope& envelope);

/// Whether the message creates the node.
bool begins_node(const node_message& message);

}  // namespace ironbus
