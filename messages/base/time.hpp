#pragma once

#include "messages/base/json.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace ironbus {

/// A point in time, in microseconds since 1970, UTC.
using timestamp = std::chrono::time_point<std::chrono::system_clock, std::chrono::microseconds>;

/// RFC 3339 with an offset, as the API shows it: "2026-11-21T10:12:10.123456+00:00".
std::string to_string(timestamp x);
/// The same behind a text.
void append_time(std::string& out, timestamp moment);
/// Reads what to_string writes, with or without a fraction, also with "Z".
result<timestamp> parse_timestamp(std::string_view text);

/// The same for the system's clock, which counts nanoseconds and knows no more than 292 years to
/// either side of 1970: what lies beyond is its first or last moment.
std::chrono::system_clock::time_point to_system_time(timestamp x);

/// Where the runtime takes its time from; pure code gets `now` handed in.
class clock {
public:
  virtual ~clock() = default;
  virtual timestamp now() const = 0;
};

class system_clock final : public clock {
public:
  timestamp now() const override;
};

}  // namespace ironbus

namespace nlohmann {

template <>
struct adl_serializer<ironbus::timestamp> {
  static void to_json(json& out, const ironbus::timestamp& x) { out = ironbus::to_string(x); }
  /// Throws like any wrong shape; decode() turns it into an error.
  static void from_json(const json& document, ironbus::timestamp& x);
};

}  // namespace nlohmann
