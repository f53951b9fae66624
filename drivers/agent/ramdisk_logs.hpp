#pragma once

#include "drivers/agent/agent_context.hpp"

namespace ironbus {

/// Fetches the ramdisk's logs from the agent and stores them as NODE_WORKFLOW_TIME.tar.gz in the
/// configured folder, if the options require it for the workflow's result ("failed" in the step's
/// arguments). Never fails: an error is only logged. Asks the agent once, because it may no longer
/// run.
boost::asio::awaitable<step_outcome> collect_ramdisk_logs(agent_context& context,
                                                          permitted_step request);

}  // namespace ironbus
