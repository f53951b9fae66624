#pragma once

#include "drivers/redfish/redfish_context.hpp"

#include <optional>

namespace ironbus {

/// Whether the machine shows what the step of that call has asked for.
using shown_change = boost::asio::awaitable<redfish_result<bool>> (*)(redfish_call);

/// For what a machine takes at its next start only: starts it anew, waits until it shows the
/// change, at most boot_mode_config_timeout, and leaves it off if it was. `what` is for the
/// sentence that says that it did not. Nothing is done where that time is 0.
boost::asio::awaitable<std::optional<step_outcome>> start_for_change(redfish_call call,
                                                                     shown_change is_shown,
                                                                     std::string what);

}  // namespace ironbus
