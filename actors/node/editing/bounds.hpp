#pragma once

#include "actors/node/base/node_message.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// Why what is decided cannot be stored: a field, the arguments of a step, what was found in an
/// inspection or the node as a whole would be over its bound. Judged on the result, so that it
/// does not matter who has written what.
std::optional<failure> find_excess(const node_snapshot* before, const decision& decision);

/// What the node is told in the place of a message that would make it too large: the failure of the
/// step or of the inspection. Nothing: the message is to be refused.
std::optional<node_message> as_failure(const node_message& message, const failure& why);

/// Whether a message brings anything of anybody's from outside. The others may not be refused: they
/// bring deadlines and what has been judged before.
bool brings_data(const node_message& message);

}  // namespace ironbus
