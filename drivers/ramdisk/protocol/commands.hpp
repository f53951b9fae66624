#pragma once

#include "drivers/ramdisk/protocol/agent_state.hpp"
#include "drivers/ramdisk/protocol/command_runner.hpp"

namespace ironbus::ramdisk {

/// All commands of this agent: extensions standby, clean, deploy, service, image, rescue, log,
/// poll, system. `state` must outlive the table.
command_table make_commands(agent_state& state);

}  // namespace ironbus::ramdisk
