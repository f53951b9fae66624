#pragma once

#include "messages/base/errors.hpp"
#include "messages/base/json.hpp"

#include <map>
#include <string>

namespace ironbus::simulator {

/// By path, without a slash at its end.
using documents = std::map<std::string, json, std::less<>>;

/// The documents of a mockup folder as DMTF's tools write them: FOLDER/redfish/v1/index.json and so
/// on, or FOLDER/index.json for /redfish/v1 as in DMTF's own bundles. `invalid` names the folder,
/// and the file that is wrong; symbolic links are not followed.
result<documents> read_documents(const std::string& folder);

}  // namespace ironbus::simulator
