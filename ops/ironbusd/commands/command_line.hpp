#pragma once

#include "ops/ironbusd/commands/requests.hpp"

#include <optional>

namespace ironbus::daemon {

/// Reads the command line. Unset: it has been dealt with (--help, --version) or is wrong, and
/// `exit_code` is what to return.
std::optional<command_line> read_command_line(int argc, const char* const* argv, int& exit_code);

}  // namespace ironbus::daemon
