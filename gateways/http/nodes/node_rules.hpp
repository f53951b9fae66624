#pragma once

#include "gateways/http/services/network_data.hpp"
#include "messages/model/driver_catalog.hpp"
#include "messages/wire/commands.hpp"

#include <vector>

namespace ironbus::http {

/// The inputs of the node checks besides the declarations of its fields.
struct node_rules {
  const driver_catalog& catalog;
  const network_data_schema& networks;
};

/// Checks a new node beyond the declarations: name, driver and interfaces, properties,
/// network_data. Converts values into their stored form.
result<std::monostate> check_new_node(json& fields, const node_rules& rules, int version);

/// Checks a patch in the same way, as far as possible without the node.
result<std::monostate> check_node_patch(std::vector<patch_operation>& patch,
                                        const node_rules& rules, int version);

}  // namespace ironbus::http
