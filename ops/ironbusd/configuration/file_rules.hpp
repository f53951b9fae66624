#pragma once

#include "ops/ironbusd/configuration/problem.hpp"
#include "ops/ironbusd/options/settings.hpp"

namespace ironbus::daemon {

/// What is wrong with the files that options name, as far as this process needs them.
problems broken_files(const settings& settings);

}  // namespace ironbus::daemon
