#pragma once

#include "ops/recorder/walk.hpp"

#include <string>
#include <variant>

namespace ironbus::recorder {

/// Whether a recording may go there: nothing is there, or an empty folder. `conflict`,
/// `unavailable`.
result<std::monostate> check_target(const std::string& folder);

/// Writes a recording as DMTF's tools have it: the document of /redfish/v1/Systems is
/// FOLDER/redfish/v1/Systems/index.json. Besides FOLDER/recording.json: what it holds, and what was
/// not read. All of it is written beside the folder, in one that has its name and ".part-…", and
/// gets its name in the end; where it cannot be written nothing is left.
result<std::monostate> write_mockup(const recording& what, const std::string& folder);

}  // namespace ironbus::recorder
