#pragma once

#include "messages/base/errors.hpp"
#include "ops/ironbusd/options/settings.hpp"

#include <optional>
#include <string>

namespace ironbus::daemon {

/// The id that all processes of an installation share: the configured one; else, with SQLite, one
/// kept in the data folder; else one derived from the store's address without login. Creates the
/// data folder with SQLite. `unavailable`: the id cannot be written. Blocks.
result<std::string> find_installation_id(const settings& settings);

/// Marks the folders that this process uses with the installation's id. `conflict` names the option
/// of a folder that belongs to another installation. Blocks.
std::optional<failure> claim_folders(const settings& settings, const std::string& installation,
                                     const std::string& host);

}  // namespace ironbus::daemon
