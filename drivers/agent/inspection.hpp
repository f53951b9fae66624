#pragma once

#include "drivers/agent/agent_context.hpp"

#include <boost/asio/awaitable.hpp>

#include <set>
#include <string>

namespace ironbus {

// Driver operations of an inspection by an agent, besides booting the ramdisk.

/// Stores the BMC addresses that identify the node in the agent's data (lookup_bmc_addresses), and
/// the kernel parameters (inspection_kernel_params).
boost::asio::awaitable<step_outcome> begin_inspection(agent_context& context, permitted_step x);

/// Waits for the data, which the gateway receives.
boost::asio::awaitable<step_outcome> await_inspection_data(agent_context& context,
                                                           permitted_step x);

/// Sends the GET of an inspection rule, with retries if useful. Always succeeds; the answer is {}
/// or {"error": "…"}. The rules have already checked the host.
boost::asio::awaitable<step_outcome> call_api(agent_context& context, permitted_step request);

/// The BMC hosts in driver_info: for every key that ends in `_address`, the host of a URL or the
/// text itself, without brackets. Addresses behind a bridge do not count.
std::set<std::string> bmc_hosts(const json& driver_info);

}  // namespace ironbus
