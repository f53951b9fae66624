#pragma once

#include "messages/platform/log.hpp"

#include <string>

namespace ironbus::daemon {

// One record as one line, without a line end. Control characters, line ends and non-ASCII
// characters in texts are escaped as in JSON, so that texts cannot add fields. `time` is RFC 3339,
// UTC.

/// As time=… level=… msg="…" key=value ….
std::string as_logfmt(const std::string& time, const log::record& record);
/// As a JSON object.
std::string as_json_line(const std::string& time, const log::record& record);

}  // namespace ironbus::daemon
