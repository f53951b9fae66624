#pragma once

#include "messages/base/json.hpp"

#include <string>
#include <vector>

namespace ironbus::recorder {

/// All that a document links to, as it says it, in its order: `@odata.id`, what an action may be
/// given (`@Redfish.ActionInfo`), and where a registry is (`Location`, `Uri`).
std::vector<std::string> links_of(const json& document);

/// Where a collection goes on; empty: it ends here.
std::string next_page_of(const json& document);

}  // namespace ironbus::recorder
