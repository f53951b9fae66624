#pragma once

#include "drivers/redfish/client/redfish_client.hpp"

#include <string>
#include <vector>

namespace ironbus {

/// The ComputerSystem of a node: the named one, or the only one of the BMC.
redfish_get get_system(redfish_client bmc, std::string named);
/// The first BMC that manages it.
redfish_get get_manager(redfish_client bmc, redfish_resource system);
/// The first chassis that contains it.
redfish_get get_chassis(redfish_client bmc, redfish_resource system);

using redfish_list = boost::asio::awaitable<redfish_result<std::vector<redfish_resource>>>;

/// Reads all members of a collection, at most `redfish_members_max`.
redfish_list get_members(redfish_client bmc, std::string collection);
/// Reads all of these resources.
redfish_list get_all(redfish_client bmc, std::vector<std::string> links);

inline constexpr size_t redfish_members_max = 64;

/// The error for a missing link. Some BMCs omit links to unsupported features.
tl::unexpected<redfish_error> no_link(const redfish_resource& shown, const std::string& name);

}  // namespace ironbus
