#pragma once

#include "ops/ironbusd/problem.hpp"
#include "ops/ironbusd/settings.hpp"

namespace ironbus::daemon {

/// What is wrong with the files that options name, as far as this process needs them.
problems broken_files(const settings& x);

}  // namespace ironbus::daemon
