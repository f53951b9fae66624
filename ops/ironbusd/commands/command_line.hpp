#pragma once

#include "ops/ironbusd/commands/requests.hpp"

#include <optional>

namespace ironbus::daemon {

/// Parses the command line of `ironbus` or `ironbusd`; the name in argv[0] selects the program.
/// Unset: help, the version or an error has been printed, and main returns `exit_code`.
std::optional<command_line> read_command_line(int argc, const char* const* argv, int& exit_code);

}  // namespace ironbus::daemon
