#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus::http {

/// "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110, section 5.6.7).
std::string http_date(std::chrono::sys_seconds moment);

/// Reads the three forms of that section: the one above, "Sunday, 06-Nov-94 08:49:37 GMT" and "Sun
/// Nov  6 08:49:37 1994". A two-digit year means the latest such year that is at most 50 years
/// after `now`. Unset for an invalid date. Does not check the day of the week.
std::optional<std::chrono::sys_seconds> parse_http_date(std::string_view text,
                                                        std::chrono::sys_seconds now);

}  // namespace ironbus::http
