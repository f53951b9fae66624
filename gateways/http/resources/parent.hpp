#pragma once

#include "gateways/http/api/task.hpp"
#include "messages/wire/commands.hpp"

#include <string>
#include <vector>

namespace ironbus::http {

// A node gets a parent only if the user sees the parent and both have the same owner. All other
// parents are answered alike, so that the answer does not show whether a node exists.

/// Replaces the parent in the fields of a new node by its UUID.
task<> take_parent(const call_ptr& call, json& fields);

/// Replaces parents in a patch of the node in the path by their UUIDs.
task<> take_parent(const call_ptr& call, std::vector<patch_operation>& patch);

}  // namespace ironbus::http
