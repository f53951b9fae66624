#pragma once

#include "messages/model/driver_catalog.hpp"
#include "messages/model/snapshot.hpp"
#include "ops/ironbusd/roles/node_census.hpp"

namespace ironbus::daemon {

/// The tallies of nodes. Their values are closed sets: states, enabled drivers, and the faults that
/// ironbus sets.
std::vector<node_census::tally> node_tallies(const driver_catalog& drivers);

}  // namespace ironbus::daemon
