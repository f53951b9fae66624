#pragma once

#include "messages/platform/metric_registry.hpp"

#include <map>
#include <string>

namespace ironbus::daemon {

/// The metrics in Prometheus' text format 0.0.4.
std::string exposition(const std::map<std::string, metrics::family>& all);

}  // namespace ironbus::daemon
