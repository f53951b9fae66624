#pragma once

#include "messages/commands.hpp"
#include "messages/driver_catalog.hpp"

#include <vector>

namespace ironbus::http {

/// What the declarations cannot say about a new node: name, driver and interfaces, properties.
/// Brings values into their stored form.
result<std::monostate> check_new_node(json& fields, const driver_catalog& catalog, int version);

/// The same of a patch, as far as it can be said without the node.
result<std::monostate> check_node_patch(std::vector<patch_operation>& patch,
                                        const driver_catalog& catalog, int version);

}  // namespace ironbus::http
