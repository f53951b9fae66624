#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ironbus::recorder {

/// Where a link of a BMC leads, if it is to a resource of its Redfish service: a path below
/// /redfish without a slash at its end, which may be the path of a folder too. What follows a # is
/// a place within the resource, and does not count.
std::optional<std::string> resource_path(std::string_view link);

/// Whether the path is of one of those that are nobody else's business: who is logged in, accounts,
/// log entries, who gets events, what the BMC did at that time.
bool is_private(std::string_view path);

}  // namespace ironbus::recorder
