#pragma once

#include "actors/node/decision.hpp"
#include "actors/reminder.hpp"
#include "messages/wire/commands.hpp"

#include <variant>

namespace ironbus {

/// Everything a node can be told.
using node_message = std::variant<command, step_outcome, deadline_passed, taken_over>;

/// `invalid` if the envelope is neither a command nor a step outcome.
result<node_message> decode_node_message(const envelope& x);

/// Whether the message makes a node that does not exist yet.
bool begins_node(const node_message& message);

/// Decides what a message leads to, and does nothing. `before` is null for a node that does not
/// exist (yet). `id` names the message: applied once, a second time it changes nothing and is
/// answered as the first time. May throw std::exception on a defect of ours; then nothing has
/// happened.
decision decide(const node_snapshot* before, const std::string& uuid, const std::string& id,
                const node_message& message, const context& ctx);

}  // namespace ironbus
