#pragma once

#include "actors/node/base/node_message.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// An allocation asks for the node: takes it or says why not, in a message to the allocation.
/// Asked again by the same one, the node answers as the first time.
void claim(decision& decision, const claim_node& command);

/// The allocation is to end: the node is nobody's, or says that it is in use.
void release(decision& decision, const release_node& command);

/// A claim or a release under an id that the node knows is answered once more, as things are now,
/// and nothing else happens: the first answer may have been in a bus that has ended with its
/// process.
void answer_association_again(decision& decision, const command& order);

/// If the node has lost its instance or its life with this decision, so does the allocation.
void end_lost_allocation(decision& decision);

/// What an allocation asks of a node that does not exist is answered all the same; false: the
/// message is no such question.
bool answer_for_missing_node(decision& decision, const node_message& message);

}  // namespace ironbus
