#pragma once

#include "actors/node/decision/decision.hpp"

#include <optional>

namespace ironbus {

/// The error for a request that needs a driver, if no driver worker serves the node's conductor
/// group. `unavailable`: it is possible as soon as one does.
std::optional<failure> check_workers(const decision& decision);

}  // namespace ironbus
