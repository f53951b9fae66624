#pragma once

#include "drivers/redfish/client/redfish_client.hpp"
#include "drivers/redfish/raid/raid_plan.hpp"

#include <string>
#include <vector>

namespace ironbus {

using raid_storage = boost::asio::awaitable<redfish_result<std::vector<raid_controller>>>;

/// The RAID controllers of a machine with their drives and volumes (the schemas Storage, Drive and
/// Volume). Skips controllers that report no RAID support. Limited in number.
raid_storage read_raid_storage(redfish_client bmc, std::string system);

}  // namespace ironbus
