#pragma once

#include "messages/model/driver_catalog.hpp"
#include "ops/ironbusd/roles/node_census.hpp"

namespace ironbus::daemon {

/// By what nodes are counted. Values come from closed sets: states, drivers that are enabled,
/// faults that we find.
std::vector<node_census::tally> node_tallies(const driver_catalog& drivers);

}  // namespace ironbus::daemon
