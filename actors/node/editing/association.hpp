#pragma once

#include "actors/node/base/node_message.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// An allocation requests the node: accepts it or replies why not, in a message to the allocation.
/// A repeated request of the same allocation gets the same reply.
void claim(decision& decision, const claim_node& command);

/// The allocation is to be deleted: releases the node, or replies that it is in use.
void release(decision& decision, const release_node& command);

/// Handles a repeated claim or release with a known id: replies according to the current state and
/// changes nothing. The first reply may have been lost with the process's bus.
void repeat_association_answer(decision& decision, const command& order);

/// If the decision removes the node's instance or the node, also ends its allocation.
void end_lost_allocation(decision& decision);

/// Replies to an allocation's request to a missing node; false: the message is not such a request.
bool answer_for_missing_node(decision& decision, const node_message& message);

}  // namespace ironbus
