#pragma once

#include "ops/ironbusd/problem.hpp"
#include "ops/ironbusd/settings.hpp"

namespace ironbus::daemon {

/// What is wrong with options that are right one by one.
problems broken_rules(const settings& x);

}  // namespace ironbus::daemon
