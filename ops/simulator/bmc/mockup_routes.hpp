#pragma once

#include "ops/simulator/bmc/routes.hpp"

namespace ironbus::simulator {

/// Finds the resource of a path. A machine without mockup uses its own routes. A played mockup
/// determines which resources exist; their live members (power, boot settings, media) come from the
/// machine, as do sessions, tasks and subscriptions if the mockup has the service.
route_match find_resource(const bmc_memory& memory, std::string_view path);

}  // namespace ironbus::simulator
