#pragma once

#include "actors/node/base/node_message.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// An allocation asks for the node: takes it or says why not, in a message to the allocation.
/// Asked again by the same one, the node answers as the first time.
void claim(decision& d, const claim_node& x);

/// The allocation is to end: the node is nobody's, or says that it is in use.
void release(decision& d, const release_node& x);

/// If the node has lost its instance or its life with this decision, so does the allocation.
void end_lost_allocation(decision& d);

/// What an allocation asks of a node that does not exist is answered all the same; false: the
/// message is no such question.
bool answer_for_missing_node(decision& d, const node_message& message);

}  // namespace ironbus
