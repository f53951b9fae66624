#pragma once

#include "gateways/http/services/network_data.hpp"
#include "messages/model/driver_catalog.hpp"
#include "messages/wire/commands.hpp"

#include <vector>

namespace ironbus::http {

/// What a node is judged by, besides the declarations of its fields.
struct node_rules {
  const driver_catalog& catalog;
  const network_data_schema& networks;
};

/// What the declarations cannot say about a new node: name, driver and interfaces, properties,
/// network_data. Brings values into their stored form.
result<std::monostate> check_new_node(json& fields, const node_rules& rules, int version);

/// The same of a patch, as far as it can be said without the node.
result<std::monostate> check_node_patch(std::vector<patch_operation>& patch,
                                        const node_rules& rules, int version);

}  // namespace ironbus::http
