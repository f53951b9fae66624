#pragma once

#include "actors/node/base/node_message.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// Why the result of a decision cannot be stored: a field, the arguments of a step, inspection
/// data, or the whole node would exceed its limit. Checks the result, so it does not matter who
/// wrote which part.
std::optional<failure> find_excess(const node_snapshot* before, const decision& decision);

/// The replacement for a message that would make the node too large: a failure of the step or of
/// the inspection. Unset: the message must be rejected.
std::optional<node_message> as_failure(const node_message& message, const failure& why);

/// Whether a message contains data from outside. Other messages must not be rejected: they are
/// deadlines, or were checked before.
bool brings_data(const node_message& message);

}  // namespace ironbus
