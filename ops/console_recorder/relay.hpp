#pragma once

#include "drivers/ipmi/console_log.hpp"

namespace ironbus::console_recorder {

/// Runs the program (argv[0] is its path, the last one null) at a terminal of its own. What is
/// typed at ours goes there, and what it says comes back and into the log, until one of both ends.
/// The program's exit code; 127: it could not be run.
int relay(char** argv, console_log_writer& log);

}  // namespace ironbus::console_recorder
