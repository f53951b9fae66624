#pragma once

#include "messages/base/json.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace ironbus {

/// A point in time in UTC, in microseconds since 1970.
using timestamp = std::chrono::time_point<std::chrono::system_clock, std::chrono::microseconds>;

/// RFC 3339 with an offset, as the API shows it: "2026-11-21T10:12:10.123456+00:00".
std::string to_string(timestamp x);
/// Appends the same to a text.
void append_time(std::string& out, timestamp moment);
/// Reads the form that to_string writes, with or without a fraction; "Z" is allowed.
result<timestamp> parse_timestamp(std::string_view text);

/// Converts to the system's clock, which counts nanoseconds and covers 292 years before and after
/// 1970. Times outside become its first or last moment.
std::chrono::system_clock::time_point to_system_time(timestamp x);

/// The runtime's source of time. Pure code gets `now` as an argument.
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
  /// Throws on a wrong form; decode() turns that into an error.
  static void from_json(const json& document, ironbus::timestamp& x);
};

}  // namespace nlohmann
