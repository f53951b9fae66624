#pragma once

#include "ops/simulator/bmc/routes.hpp"

#include <optional>

namespace ironbus::simulator {

/// Why a request may not be made: it names no session that holds, and no user with the password.
/// What the route leaves open needs neither.
std::optional<fault> judge_login(bmc_memory& memory, const http::request& request,
                                 const route* row);

}  // namespace ironbus::simulator
