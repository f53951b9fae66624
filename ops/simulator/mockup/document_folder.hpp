#pragma once

#include "messages/base/errors.hpp"
#include "messages/base/json.hpp"

#include <map>
#include <string>

namespace ironbus::simulator {

/// Path (without trailing slash) → document.
using documents = std::map<std::string, json, std::less<>>;

/// Reads the documents of a mockup folder in the layout of DMTF's tools
/// (FOLDER/redfish/v1/index.json …) or of DMTF's bundles (FOLDER/index.json for /redfish/v1). Does
/// not follow symbolic links. `invalid` names the folder or file and the reason.
result<documents> read_documents(const std::string& folder);

}  // namespace ironbus::simulator
