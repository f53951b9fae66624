#pragma once

#include "ops/ironbusd/configuration/problem.hpp"
#include "ops/ironbusd/options/settings.hpp"

namespace ironbus::daemon {

/// Where notifications are sent to must be there, and be others' to read.
void check_notifications(const settings& settings, problems& out);

}  // namespace ironbus::daemon
