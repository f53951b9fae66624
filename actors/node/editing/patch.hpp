#pragma once

#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// PATCH /v1/nodes/{id}: all operations or none; the answer's body is set by the caller.
void patch_node(decision& decision, const update_node& command);

}  // namespace ironbus
