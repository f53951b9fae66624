#pragma once

#include <string>

namespace ironbus::daemon {

/// Makes spdlog's default logger write one line a record to standard error. Every part logs there.
void start_logging(const std::string& level, const std::string& format);

}  // namespace ironbus::daemon
