#pragma once

#include "drivers/ramdisk/protocol/agent_state.hpp"
#include "drivers/ramdisk/protocol/command_runner.hpp"

namespace ironbus::ramdisk {

/// All that this agent can be ordered to do: extensions standby, clean, deploy, service, image,
/// rescue, log, poll, system. `state` outlives the table.
command_table make_commands(agent_state& state);

}  // namespace ironbus::ramdisk
