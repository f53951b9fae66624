#pragma once

#include "ops/ironbusd/commands/requests.hpp"
#include "ops/ironbusd/manual/exit_codes.hpp"

namespace ironbus::daemon {

// `ironbus status`, `why`, `watch` and `node timeline`; each gives the exit code.
int run_status(const fleet_request& asked);
int run_why(const fleet_request& asked);
int run_watch(const fleet_request& asked);
int run_timeline(const fleet_request& asked);

/// Says on standard error why a command that asks a gateway has not done its work; gives the code,
/// or that of the failure.
int end_fleet_command(const std::string& command, exit_code code, const std::string& why);
int end_fleet_command(const std::string& command, const failure& why);

}  // namespace ironbus::daemon
