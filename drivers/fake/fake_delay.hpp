#pragma once

#include "messages/base/errors.hpp"
#include "messages/wire/step.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace ironbus {

/// What any simulated time may be at most.
inline constexpr double fake_seconds_max = 86400;

using fake_duration = std::chrono::microseconds;

fake_duration fake_seconds(double seconds);

/// A time between two bounds.
struct fake_delay {
  double low_seconds = 0;
  double high_seconds = 0;

  bool random() const { return low_seconds < high_seconds; }

  /// Draws the time of one attempt of a step: triangular, the middle most likely. Depends on its
  /// arguments only, so that steps running side by side do not change each other's.
  fake_duration draw(uint64_t seed, const step_request& request) const;
};

/// Reads "a" or "a,b"; the failure (`invalid`) names the option.
result<fake_delay> parse_fake_delay(std::string_view option, std::string_view text);

}  // namespace ironbus
