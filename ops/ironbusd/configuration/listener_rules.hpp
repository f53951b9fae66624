#pragma once

#include "ops/ironbusd/configuration/problem.hpp"
#include "ops/ironbusd/options/settings.hpp"

namespace ironbus::daemon {

/// Checks how users reach the API: noauth, client certificates, the Unix socket and proxies.
void check_listeners(const settings& settings, problems& out);

/// Allowed settings that expose passwords.
problems risky_listeners(const settings& settings);

}  // namespace ironbus::daemon
