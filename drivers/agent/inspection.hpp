#pragma once

#include "drivers/agent/agent_context.hpp"

#include <boost/asio/awaitable.hpp>

#include <set>
#include <string>

namespace ironbus {

// What an inspection through an agent asks of drivers, besides booting its ramdisk.

/// Notes by which addresses of its BMC the agent's data will name the node
/// (lookup_bmc_addresses), and what its kernel has to be told (inspection_kernel_params).
boost::asio::awaitable<step_outcome> begin_inspection(agent_context& context, permitted_step x);

/// Waits for the data; the gateway brings it.
boost::asio::awaitable<step_outcome> await_inspection_data(agent_context& context,
                                                           permitted_step x);

/// Makes the GET that an inspection rule asks for, again where that may help. Always done; the
/// answer is {} or {"error": "…"}. Whether the host may be called has been judged by the rules.
boost::asio::awaitable<step_outcome> call_api(agent_context& context, permitted_step request);

/// The hosts that driver_info names as BMCs: of every key that ends in `_address` the host of a URL
/// or the text itself, brackets stripped. Those behind a bridge of another machine's do not count.
std::set<std::string> bmc_hosts(const json& driver_info);

}  // namespace ironbus
