#pragma once

#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// Where commands to an allocation go.
std::string allocation_subject(const std::string& uuid);

/// Tells the allocation why it cannot have the node.
void refuse_claim(decision& d, const claim_node& x, const std::string& why);

}  // namespace ironbus
