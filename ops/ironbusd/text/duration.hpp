#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus::daemon {

/// Parses "30" (seconds), "250ms", "30s", "5m", "2h" or "1d"; unset for anything else.
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

/// The shortest text that parse_duration parses back: "0s", "250ms", "90s", "30m".
std::string duration_text(std::chrono::milliseconds milliseconds);

}  // namespace ironbus::daemon
