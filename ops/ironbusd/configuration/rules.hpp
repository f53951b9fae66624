#pragma once

#include "ops/ironbusd/configuration/problem.hpp"
#include "ops/ironbusd/options/settings.hpp"

namespace ironbus::daemon {

/// Errors of combinations of options.
problems broken_rules(const settings& settings);

}  // namespace ironbus::daemon
