#pragma once

#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// PATCH /v1/nodes/{id}: applies all operations or none; the caller sets the reply's body.
void patch_node(decision& decision, const update_node& command);

}  // namespace ironbus
