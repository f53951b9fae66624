#pragma once

#include "ops/ironbusd/configuration/problem.hpp"
#include "ops/ironbusd/options/settings.hpp"

namespace ironbus::daemon {

/// What is wrong with options that are right one by one.
problems broken_rules(const settings& settings);

}  // namespace ironbus::daemon
