#pragma once

#include "actors/node/decision.hpp"

namespace ironbus {

/// An allocation asks for the node: takes it or says why not, in a message to the allocation.
/// Asked again by the same one, the node answers as the first time.
void claim(decision& d, const claim_node& x);

/// The allocation has ended: the node is nobody's.
void release(decision& d, const release_node& x);

/// If the node has lost its instance or its life with this decision, so does the allocation.
void end_lost_allocation(decision& d);

}  // namespace ironbus
