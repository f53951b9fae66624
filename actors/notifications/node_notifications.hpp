#pragma once

#include "actors/node/base/node_message.hpp"
#include "actors/node/decision/decision.hpp"
#include "messages/model/snapshot.hpp"

namespace ironbus {

/// Adds Ironic's notifications to a decision about a node. `before` is the node before; null: there
/// was none. Ironic notifies about requests of clients and their results. Findings of the service
/// itself, such as ports, appear in the node's next notification.
void notify(const node_snapshot* before, decision& decided, const node_message& message);

}  // namespace ironbus
