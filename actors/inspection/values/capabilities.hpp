#pragma once

#include "messages/base/json.hpp"

#include <string>
#include <vector>

namespace ironbus::inspection {

/// `properties.capabilities` of a node, taken apart: "name:value" each.
using capability_list = std::vector<std::string>;

/// Missing is empty; `invalid` if it is no text.
result<capability_list> read_capabilities(const json& node);

/// Sets a capability where it stands, or at the end.
void put_capability(capability_list& all, const std::string& name, const std::string& value);
/// False if there is none of that name.
bool drop_capability(capability_list& all, const std::string& name);

std::string text_of(const capability_list& all);

}  // namespace ironbus::inspection
