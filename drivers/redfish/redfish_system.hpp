#pragma once

#include "drivers/redfish/client/redfish_collection.hpp"

#include <string>
#include <vector>

namespace ironbus {

/// The ComputerSystem of a node: the named one, or the only one of the BMC. For a while after a
/// reset BMCs answer with errors, so a reading that fails so is repeated.
redfish_get get_system(redfish_client bmc, std::string named);
/// One such reading, for callers that repeat it themselves.
redfish_get look_at_system(redfish_client bmc, std::string named);
/// The BMC that manages it. Of several managers, prefers those of ManagerType BMC that have the
/// member `needed`, then those that have it, then those of that type; of equals, those with virtual
/// media, a network or a clock.
redfish_get get_manager(redfish_client bmc, redfish_resource system, std::string needed = {});
/// The chassis that contains it; of several, the first that has the member `needed`.
redfish_get get_chassis(redfish_client bmc, redfish_resource system, std::string needed = {});
/// All chassis that contain it; none if the BMC links to none.
redfish_list get_all_chassis(redfish_client bmc, redfish_resource system);

/// Reads all members of a collection. Skips those that cannot be read.
redfish_list get_members(redfish_client bmc, std::string collection);
/// Reads all of these resources. Skips those that cannot be read.
redfish_list get_all(redfish_client bmc, std::vector<std::string> links);

/// The same for plans that need each member. Fails if one cannot be read.
redfish_list get_every_member(redfish_client bmc, std::string collection);
redfish_list get_every(redfish_client bmc, std::vector<std::string> links);

using redfish_links = boost::asio::awaitable<redfish_result<std::vector<std::string>>>;

/// The links of all members of a collection. Fails if a page cannot be read.
redfish_links get_member_links(redfish_client bmc, std::string collection);
/// The same, from the cache if possible.
redfish_links get_known_member_links(redfish_client bmc, std::string collection);

/// The error for a missing link. Some BMCs omit links to unsupported features.
tl::unexpected<redfish_error> no_link(const redfish_resource& shown, const std::string& name);

}  // namespace ironbus
