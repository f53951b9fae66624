#pragma once

#include "drivers/ipmi/ipmi_context.hpp"

#include <optional>

namespace ironbus {

ipmi_outcome get_ipmi_power(ipmi_context& context, permitted_step request, ipmi_access access);
/// Ends when the machine has the state.
ipmi_outcome set_ipmi_power(ipmi_context& context, permitted_step request, ipmi_access access);

/// Whether the machine already has the state that a dead worker requested.
boost::asio::awaitable<std::optional<step_outcome>> recover_ipmi_power(ipmi_context& context,
                                                                       permitted_step request);

/// For the power sync; batches many machines.
boost::asio::awaitable<power_reading> read_ipmi_power(ipmi_context& context, machine target,
                                                      permit allowed);

/// Parses the output of `power status`.
power_state read_power_text(std::string_view text);

}  // namespace ironbus
