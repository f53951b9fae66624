#pragma once

#include "messages/platform/log.hpp"

#include <string>

namespace ironbus::daemon {

// One record as one line, without its end. Whatever stands in message and values, the line has the
// fields of the record and no others: control characters, line ends and all beyond ASCII are
// escaped as in JSON. `time` is RFC 3339, UTC.

/// time=… level=… msg="…" key=value …
std::string as_logfmt(const std::string& time, const log::record& record);
/// The same as a JSON object.
std::string as_json_line(const std::string& time, const log::record& record);

}  // namespace ironbus::daemon
