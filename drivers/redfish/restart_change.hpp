#pragma once

#include "drivers/kit/order/machine_order.hpp"
#include "drivers/redfish/redfish_context.hpp"

#include <optional>

namespace ironbus {

/// Reads whether the machine shows the change that the step requested.
using shown_change = boost::asio::awaitable<order_sight> (*)(redfish_call);

/// A change that takes effect at once, or at the machine's next start.
struct restart_change {
  order_sender send;
  shown_change look = nullptr;
  std::string what;    ///< "its boot mode", for the error.
  std::string wanted;  ///< The wanted state in words.
};

/// Sends the change and reads whether the machine shows it. If it was accepted and is not shown,
/// restarts the machine and waits until it is, at most boot_mode_config_timeout; 0: does neither.
/// Switches the machine off again if it was off. Unset: no error.
boost::asio::awaitable<std::optional<step_outcome>> change_with_restart(redfish_call call,
                                                                        restart_change change);

}  // namespace ironbus
