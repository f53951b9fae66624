#pragma once

#include "messages/base/json.hpp"

#include <string>
#include <vector>

namespace ironbus::recorder {

/// All links of a document, unchanged and in document order: `@odata.id`, `@Redfish.ActionInfo`,
/// and the location of a registry (`Location`, `Uri`).
std::vector<std::string> links_of(const json& document);

/// The link to the next page of a collection; empty on the last page.
std::string next_page_of(const json& document);

}  // namespace ironbus::recorder
