#pragma once

#include "ops/ironbusd/configuration/problem.hpp"
#include "ops/ironbusd/options/settings.hpp"

namespace ironbus::daemon {

/// Notifications need RabbitMQ, and valid names of topics and exchange.
void check_notifications(const settings& settings, problems& out);

}  // namespace ironbus::daemon
