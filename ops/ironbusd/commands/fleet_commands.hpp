#pragma once

#include "ops/ironbusd/commands/requests.hpp"
#include "ops/ironbusd/manual/command_end.hpp"

namespace ironbus::daemon {

// `ironbus status`, `why`, `watch`, `node timeline` and `node oddities`. Each returns the exit
// code.
int run_status(const fleet_request& asked);
int run_why(const fleet_request& asked);
int run_watch(const fleet_request& asked);
int run_timeline(const fleet_request& asked);
int run_oddities(const fleet_request& asked);

}  // namespace ironbus::daemon
