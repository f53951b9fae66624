#pragma once

#include "messages/json.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ironbus::daemon {

/// A log text taken apart: its words of the form key=value or key="some words" become fields, the
/// others the message. So a caller may write fields anywhere in the text.
struct log_record {
  std::string message;
  std::vector<std::pair<std::string, std::string>> fields;
};

log_record parse_log_text(std::string_view text);

struct log_head {
  std::string time;  ///< RFC 3339, UTC.
  std::string level;
};

/// time=… level=… key=value … msg="…"; one line, without its end.
std::string as_logfmt(const log_head& head, const log_record& x);
/// The same as a JSON object.
std::string as_json_line(const log_head& head, const log_record& x);

}  // namespace ironbus::daemon
