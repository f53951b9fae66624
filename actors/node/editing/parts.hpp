#pragma once

#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// POST of a part of this node, such as /v1/ports; the reply's body is the part.
void add_part(decision& d, const create_part& x);
/// PATCH of a part; the reply's body is the part.
void patch_part(decision& d, const update_part& x);
/// DELETE of a part.
void remove_part(decision& d, const delete_part& x);

/// The part as JSON text; empty if the node does not have it.
std::string show_part(const node_snapshot& snapshot, std::string_view kind,
                      const std::string& uuid);

}  // namespace ironbus
