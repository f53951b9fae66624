#pragma once

#include "ops/recorder/walk.hpp"

#include <string>
#include <variant>

namespace ironbus::recorder {

/// Checks that the folder is empty or does not exist. Otherwise `conflict`; `unavailable` if it
/// cannot be read.
result<std::monostate> check_target(const std::string& folder);

/// Writes a recording in the layout of DMTF's tools: the document of /redfish/v1/Systems is
/// FOLDER/redfish/v1/Systems/index.json. FOLDER/recording.json lists the counts and the unread
/// resources. Writes to a temporary folder (FOLDER.part-…) and renames it at the end; on failure
/// nothing remains.
result<std::monostate> write_mockup(const recording& what, const std::string& folder);

}  // namespace ironbus::recorder
