#pragma once

#include "drivers/redfish/redfish_context.hpp"
#include "drivers/redfish/vendor_table.hpp"

namespace ironbus {

/// A machine's system and the differences of its BMC.
struct known_system {
  redfish_resource system;
  redfish_manufacturer maker;
  vendor_quirks habits;
};

/// Reads the BMC's firmware version only if the table needs it.
boost::asio::awaitable<redfish_result<known_system>> find_known_system(redfish_call call);

}  // namespace ironbus
