#pragma once

#include <string>

namespace ironbus::daemon {

/// From now on records that are as urgent as `level` are written to standard error, one line each;
/// `format` is logfmt or json.
void start_logging(const std::string& level, const std::string& format);

}  // namespace ironbus::daemon
