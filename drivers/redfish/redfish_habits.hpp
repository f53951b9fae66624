#pragma once

#include "drivers/redfish/redfish_context.hpp"
#include "drivers/redfish/vendor_table.hpp"

namespace ironbus {

/// A machine's system and how its BMC differs from others.
struct known_system {
  redfish_resource system;
  redfish_maker maker;
  vendor_habits habits;
};

/// The BMC's firmware is asked for only where the table tells by it.
boost::asio::awaitable<redfish_result<known_system>> find_known_system(redfish_call call);

}  // namespace ironbus
