#pragma once

#include "drivers/agent/agent_context.hpp"

namespace ironbus {

/// Asks the agent for the logs of its ramdisk and keeps them as NODE_WORKFLOW_TIME.tar.gz below
/// the configured folder, where the options say so for how the workflow goes ("failed" in the
/// step's arguments). Never fails: logs that cannot be had are a line in ours. The agent is asked
/// once, as it may well be gone.
boost::asio::awaitable<step_outcome> collect_ramdisk_logs(agent_context& context,
                                                          permitted_step request);

}  // namespace ironbus
