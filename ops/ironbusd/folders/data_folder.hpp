#pragma once

#include "messages/base/errors.hpp"

#include <filesystem>
#include <string>

namespace ironbus::daemon {

/// The folder of the SQLite file: the configured one; else /var/lib/ironbus for root,
/// $XDG_STATE_HOME/ironbus or ~/.local/state/ironbus for others. It may not exist yet.
std::filesystem::path data_folder_path(const std::string& configured);

/// The same, created with mode 0700 if it is missing. `unavailable` with the system's reason.
result<std::filesystem::path> open_data_folder(const std::string& configured);

}  // namespace ironbus::daemon
