#pragma once

#include "ops/ironbusd/configuration/rules.hpp"

namespace ironbus::daemon {

/// The rules between options that say who may use the API.
void check_access(const settings& settings, problems& out);

}  // namespace ironbus::daemon
