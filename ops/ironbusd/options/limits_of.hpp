#pragma once

#include "ops/ironbusd/options/option.hpp"

#include <array>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Short forms of the limits and values that the rows of the option table state.
namespace ironbus::daemon {

inline limits within(int64_t min, int64_t max, std::string unit = {}, int64_t scale = 1) {
  return {min, max, {}, scale, std::move(unit)};
}

inline limits within(std::chrono::milliseconds min, std::chrono::milliseconds max) {
  return {min.count(), max.count(), {}, 1, {}};
}

/// The allowed texts of an option; with some_of, of a list of at least one item.
inline limits one_of(std::vector<std::string> choices) {
  return {{}, {}, std::move(choices), 1, {}};
}
inline limits some_of(std::vector<std::string> choices) {
  return {1, {}, std::move(choices), 1, {}};
}

inline limits not_empty() { return {1, {}, {}, 1, {}}; }

/// The field of an enum, written by its names; `where` returns the member of the settings.
template <class Where, size_t N>
field named(Where where, std::array<std::string_view, N> names) {
  using value = std::remove_cvref_t<decltype(where(std::declval<settings&>()))>;
  return {value_type::text,
          [where, names](settings& chosen, const json& document, const limits& allowed) {
            std::string name;
            if (!read_value(document, allowed, name)) return false;
            for (size_t i = 0; i < N; ++i)
              if (names[i] == name) where(chosen) = static_cast<value>(i);
            return true;
          },
          [where, names](const settings& x, const limits& how) {
            return show_value(how, std::string{names[static_cast<size_t>(where(x))]});
          }};
}

template <size_t N>
limits among(const std::array<std::string_view, N>& names) {
  return one_of({names.begin(), names.end()});
}

/// The longest duration that any option allows.
inline constexpr std::chrono::hours week{24 * 7};

}  // namespace ironbus::daemon
