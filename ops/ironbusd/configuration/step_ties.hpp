#pragma once

#include "ops/ironbusd/configuration/problem.hpp"
#include "ops/ironbusd/options/settings.hpp"

namespace ironbus::daemon {

/// Two clean steps of one interface to which the configuration gives the same priority, other than
/// 0: their order would be a matter of chance. What agents offer is not known yet and left alone.
void check_step_ties(const settings& settings, problems& out);

}  // namespace ironbus::daemon
