#pragma once

#include "messages/base/errors.hpp"
#include "messages/wire/step.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace ironbus {

/// Maximum of any simulated time.
inline constexpr double fake_seconds_max = 86400;

using fake_duration = std::chrono::microseconds;

fake_duration fake_seconds(double seconds);

/// A time between two limits.
struct fake_delay {
  double low_seconds = 0;
  double high_seconds = 0;

  bool random() const { return low_seconds < high_seconds; }

  /// Draws the duration of one attempt of a step: triangular, the middle most likely. Depends on
  /// its arguments only, so that concurrent steps do not affect each other.
  fake_duration draw(uint64_t seed, const step_request& request) const;
};

/// Parses "a" or "a,b"; the failure (`invalid`) names the option.
result<fake_delay> parse_fake_delay(std::string_view option, std::string_view text);

}  // namespace ironbus
