#pragma once

#include "drivers/ipmi/console/console_log.hpp"

#include <chrono>

namespace ironbus::console_recorder {

/// Runs the program (argv[0] is its path, the last one null) at a terminal of its own. What is
/// typed at ours goes there, and what it says comes back and into the log, until one of both ends.
/// The program's exit code; 127: it could not be run.
int relay(char** argv, console_log_writer& log);

/// The same with nobody at our side: what it says goes into the log only, until it ends, SIGTERM
/// comes or the time is up. Our stdin, stdout and stderr are given up.
int record(char** argv, console_log_writer& log, std::chrono::seconds limit);

}  // namespace ironbus::console_recorder
