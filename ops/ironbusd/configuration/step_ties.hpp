#pragma once

#include "ops/ironbusd/configuration/problem.hpp"
#include "ops/ironbusd/options/settings.hpp"

namespace ironbus::daemon {

/// Errors of clean steps of one interface with the same configured priority other than 0: their
/// order would be undefined. Steps of agents are unknown here and not checked.
void check_step_ties(const settings& settings, problems& out);

}  // namespace ironbus::daemon
