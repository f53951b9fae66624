#pragma once

#include "messages/base/errors.hpp"
#include "ops/ironbusd/manual/exit_codes.hpp"

#include <string>

namespace ironbus::daemon {

/// What the program is called for operators; under this name it does not serve.
inline constexpr const char* operators_name = "ironbus";

/// Says on standard error why a command that asks a gateway has not done its work; gives the code,
/// or that of the failure.
int end_fleet_command(const std::string& command, exit_code code, const std::string& why);
int end_fleet_command(const std::string& command, const failure& why);

}  // namespace ironbus::daemon
