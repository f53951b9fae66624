#pragma once

#include "messages/base/errors.hpp"
#include "ops/ironbusd/manual/exit_codes.hpp"

#include <string>

namespace ironbus::daemon {

/// Prints to standard error why a command failed, after the command's words, such as
/// "ironbusd store incident". Returns `code`, or the exit code of the failure.
int end_command(const std::string& command, exit_code code, const std::string& why);
int end_command(const std::string& command, const failure& why);

/// The same for a command of `ironbus`, such as "node timeline".
int end_fleet_command(const std::string& command, exit_code code, const std::string& why);
int end_fleet_command(const std::string& command, const failure& why);

}  // namespace ironbus::daemon
