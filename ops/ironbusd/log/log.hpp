#pragma once

#include "messages/platform/log.hpp"

#include <string>

namespace ironbus::daemon {

/// From now on records that are as urgent as `level` are written to standard error, one line each;
/// `format` is logfmt or json.
void start_logging(const std::string& level, const std::string& format,
                   const log::budget_options& budget);

}  // namespace ironbus::daemon
