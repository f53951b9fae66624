#pragma once

#include "drivers/redfish/redfish_context.hpp"

#include <optional>

namespace ironbus {

/// Whether the machine shows the change that the step requested.
using shown_change = boost::asio::awaitable<redfish_result<bool>> (*)(redfish_call);

/// Restarts the machine for a change that takes effect at its next start. Waits until the change is
/// visible, at most boot_mode_config_timeout, and switches the machine off again if it was off.
/// `what` names the change in the error. Does nothing if the timeout is 0.
boost::asio::awaitable<std::optional<step_outcome>> restart_for_change(redfish_call call,
                                                                       shown_change is_shown,
                                                                       std::string what);

}  // namespace ironbus
