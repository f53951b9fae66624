#pragma once

#include "drivers/redfish/client/redfish_client.hpp"

#include <string>
#include <vector>

namespace ironbus {

/// The ComputerSystem of a node: the one it names, or the only one that the BMC has.
redfish_get get_system(redfish_client bmc, std::string named);
/// The first of the BMCs that manage it.
redfish_get get_manager(redfish_client bmc, redfish_resource system);
/// The first chassis that it is in.
redfish_get get_chassis(redfish_client bmc, redfish_resource system);

using redfish_list = boost::asio::awaitable<redfish_result<std::vector<redfish_resource>>>;

/// All members of a collection, each read; at most `redfish_members_max`.
redfish_list get_members(redfish_client bmc, std::string collection);
/// All of these resources.
redfish_list get_all(redfish_client bmc, std::vector<std::string> links);

inline constexpr size_t redfish_members_max = 64;

/// That a resource has no such link, which some BMCs leave out where they cannot do a thing.
tl::unexpected<redfish_error> no_link(const redfish_resource& shown, const std::string& name);

}  // namespace ironbus
