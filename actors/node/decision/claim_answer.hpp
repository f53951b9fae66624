#pragma once

#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// The subject for commands to an allocation.
std::string allocation_subject(const std::string& uuid);

/// Replies to the allocation why it cannot have the node.
void refuse_claim(decision& d, const claim_node& x, const std::string& why);

}  // namespace ironbus
