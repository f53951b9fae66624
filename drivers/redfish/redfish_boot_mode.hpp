#pragma once

#include "drivers/redfish/redfish_context.hpp"

#include <optional>
#include <utility>

// Boot mode and secure boot.

namespace ironbus {

redfish_outcome get_redfish_boot_mode(redfish_call call);
/// Some BMCs show the new mode only after the machine's next restart.
redfish_outcome set_redfish_boot_mode(redfish_call call);
/// Sets the boot mode that the node's capabilities name, if the BMC reports another. Does not
/// restart the machine: its next start applies the mode. Unset: no error.
boost::asio::awaitable<std::optional<step_outcome>> match_named_boot_mode(redfish_call call);
/// The same before another step.
template <redfish_outcome (*Act)(redfish_call)>
redfish_outcome in_named_boot_mode(redfish_call call) {
  auto wrong = co_await match_named_boot_mode(call);
  if (wrong) co_return std::move(*wrong);
  co_return co_await Act(std::move(call));
}

redfish_outcome get_redfish_secure_boot(redfish_call call);
redfish_outcome set_redfish_secure_boot(redfish_call call);
redfish_outcome reset_redfish_keys(redfish_call call);
redfish_outcome clear_redfish_keys(redfish_call call);

}  // namespace ironbus
