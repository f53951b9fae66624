#pragma once

#include "messages/platform/log.hpp"

#include <string>

namespace ironbus::daemon {

/// Starts to write records of `level` or above to standard error, one line each. `format` is logfmt
/// or json.
void start_logging(const std::string& level, const std::string& format,
                   const log::budget_options& budget);

}  // namespace ironbus::daemon
