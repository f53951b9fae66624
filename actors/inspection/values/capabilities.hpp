#pragma once

#include "messages/base/json.hpp"

#include <string>
#include <vector>

namespace ironbus::inspection {

/// The parsed `properties.capabilities` of a node: "name:value" each.
using capability_list = std::vector<std::string>;

/// A missing value is empty; `invalid` if it is not a text.
result<capability_list> read_capabilities(const json& node);

/// Replaces a capability, or appends it.
void put_capability(capability_list& all, const std::string& name, const std::string& value);
/// Removes a capability. False if there is none of that name.
bool drop_capability(capability_list& all, const std::string& name);

std::string text_of(const capability_list& all);

}  // namespace ironbus::inspection
