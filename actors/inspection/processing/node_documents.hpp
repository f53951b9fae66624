#pragma once

#include "actors/inspection/values/documents.hpp"
#include "messages/model/snapshot.hpp"

namespace ironbus::inspection {

/// What hooks and rules see of a node and of what its agent sent.
documents documents_of(const node_snapshot& snapshot, json inventory, json plugin_data);

/// The node's inspection scope; empty: none.
std::string scope_of(const node& x);

}  // namespace ironbus::inspection
