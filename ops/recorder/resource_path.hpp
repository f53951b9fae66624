#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ironbus::recorder {

/// The path of a link to a resource of the Redfish service: below /redfish, without a trailing
/// slash and fragment, and valid as the path of a folder. nullopt for any other link.
std::optional<std::string> resource_path(std::string_view link);

/// Whether the path belongs to private data: sessions, accounts, log entries, subscriptions, tasks.
bool is_private(std::string_view path);

}  // namespace ironbus::recorder
