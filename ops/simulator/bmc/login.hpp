#pragma once

#include "ops/simulator/bmc/routes.hpp"

#include <optional>

namespace ironbus::simulator {

/// Checks the credentials: a valid session, or user name and password. Routes that are open need
/// neither. Returns the fault of a rejected request.
std::optional<fault> check_credentials(bmc_memory& memory, const http::request& request,
                                       const route* row);

}  // namespace ironbus::simulator
