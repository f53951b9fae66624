#pragma once

#include "ops/ironbusd/configuration/problem.hpp"
#include "ops/ironbusd/options/settings.hpp"

namespace ironbus::daemon {

/// Checks the ports, and that the longest pause is not shorter than the first.
void check_webhooks(const settings& settings, problems& out);

}  // namespace ironbus::daemon
