#pragma once

#include "ops/simulator/bmc/routes.hpp"

namespace ironbus::simulator {

/// The resource of a path: of a machine of our own its routes have it. Of a mockup that is played
/// its documents are what there is, and what lives in them (power, boot settings, media) is the
/// machine's own; sessions, tasks and subscriptions are the machine's where the mockup has the
/// service.
route_match find_resource(const bmc_memory& memory, std::string_view path);

}  // namespace ironbus::simulator
