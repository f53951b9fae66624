#pragma once

#include "messages/base/errors.hpp"

#include <optional>
#include <string>

namespace ironbus {

/// An installation that uses folders for itself.
struct folder_owner {
  std::string id;           ///< One line, unique among installations.
  std::string description;  ///< One line for people: host and data folder.
};

/// Hidden, so gateways do not serve it and dnsmasq skips it.
inline constexpr const char* folder_owner_name = ".ironbus-owner";

/// Marks the folder as used by `who` and creates it if necessary. Safe against a second process
/// that does the same. `conflict`: the folder belongs to another installation, which the message
/// names. A folder without a mark that cannot be written stays unmarked, because this process
/// writes nothing there. Blocks.
std::optional<failure> claim_folder(const std::string& folder, const folder_owner& who);

}  // namespace ironbus
