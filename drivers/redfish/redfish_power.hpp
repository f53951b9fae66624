#pragma once

#include "drivers/redfish/redfish_context.hpp"

#include <optional>

namespace ironbus {

using redfish_reading = result<machine_reading>;

redfish_outcome get_redfish_power(redfish_call call);
/// Ends when the machine has the state.
redfish_outcome set_redfish_power(redfish_call call);
redfish_outcome inject_redfish_nmi(redfish_call call);

/// Whether the machine already has the state that a dead worker requested.
boost::asio::awaitable<std::optional<step_outcome>> recover_redfish_power(redfish_call call);

/// For the power sync.
boost::asio::awaitable<redfish_reading> read_redfish_power(redfish_client bmc, std::string system);

}  // namespace ironbus
