#pragma once

#include "drivers/ipmi/console/console_log.hpp"

#include <chrono>

namespace ironbus::console_recorder {

/// Runs the program on its own pseudo-terminal. Copies stdin to it, and its output to stdout and
/// the log, until one side ends. argv[0] is the program's path, and argv ends with a null pointer.
/// Returns the program's exit code, or 127 if it could not start.
int relay(char** argv, console_log_writer& log);

/// Like relay(), but without a client: the output goes to the log only, until the program ends,
/// SIGTERM arrives, or `limit` passes. Redirects stdin, stdout and stderr to /dev/null.
int record(char** argv, console_log_writer& log, std::chrono::seconds limit);

}  // namespace ironbus::console_recorder
