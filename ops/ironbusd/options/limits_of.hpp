#pragma once

#include "ops/ironbusd/options/values.hpp"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

// Short names for the limits that the rows of the option table state.
namespace ironbus::daemon {

inline limits within(int64_t min, int64_t max, std::string unit = {}, int64_t scale = 1) {
  return {min, max, {}, scale, std::move(unit)};
}

inline limits within(std::chrono::milliseconds min, std::chrono::milliseconds max) {
  return {min.count(), max.count(), {}, 1, {}};
}

/// Of a list: at least so many items.
inline limits one_of(std::vector<std::string> choices) {
  return {{}, {}, std::move(choices), 1, {}};
}
inline limits some_of(std::vector<std::string> choices) {
  return {1, {}, std::move(choices), 1, {}};
}

inline limits not_empty() { return {1, {}, {}, 1, {}}; }

/// Longest time any option takes.
inline constexpr std::chrono::hours week{24 * 7};

}  // namespace ironbus::daemon
