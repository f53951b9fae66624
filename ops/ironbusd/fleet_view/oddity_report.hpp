#pragma once

#include "messages/base/json.hpp"

#include <string>

namespace ironbus::fleet_view {

/// The deviations of a node's BMC: {uuid, name, oddities: [{kind, meaning, where}]}, from the node
/// as the API returns it.
json oddity_document(const json& node);

/// The same for a terminal, in several lines.
std::string oddity_text(const json& document);

}  // namespace ironbus::fleet_view
