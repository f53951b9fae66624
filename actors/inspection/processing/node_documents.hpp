#pragma once

#include "actors/inspection/values/documents.hpp"
#include "messages/model/snapshot.hpp"

namespace ironbus::inspection {

/// The documents of hooks and rules: the node and the agent's data.
documents documents_of(const node_snapshot& snapshot, json inventory, json plugin_data);

/// The node's inspection scope; empty: none.
std::string scope_of(const node& x);

}  // namespace ironbus::inspection
