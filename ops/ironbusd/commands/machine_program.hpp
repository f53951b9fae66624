#pragma once

namespace ironbus::daemon {

/// Replaces this process by ironbus-simulator, the program of the commands `simulate`, `record-bmc`
/// and `verify-bmc`, with the same arguments. It is in the folder of the running program. Returns
/// the exit code, with the reason printed, only if that program cannot be run.
int run_machine_program(char* const* argv);

}  // namespace ironbus::daemon
