#pragma once

#include "ops/ironbusd/configuration/problem.hpp"
#include "ops/ironbusd/options/settings.hpp"

namespace ironbus::daemon {

/// Errors of the files that options name, if this process needs them.
problems broken_files(const settings& settings);

}  // namespace ironbus::daemon
