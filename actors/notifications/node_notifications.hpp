#pragma once

#include "actors/node/base/node_message.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// Adds to a decision about a node what Ironic's notifications say of it. `before` is what the node
/// was; null: there was none. Ironic tells of what clients ask for and of what becomes of it; what
/// the service finds out by itself, such as ports, shows in the next notification of the node.
void notify(const node_snapshot* before, decision& decided, const node_message& message);

}  // namespace ironbus
