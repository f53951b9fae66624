#pragma once

#include "messages/base/json.hpp"
#include "ops/ironbusd/options/settings.hpp"

#include <concepts>
#include <limits>
#include <optional>

namespace ironbus::daemon {

/// Limits of an option's value, in its written unit; milliseconds for durations.
struct limits {
  std::optional<int64_t> min;
  std::optional<int64_t> max;
  std::vector<std::string> choices;  ///< Allowed texts or list items. Empty: any.
  int64_t scale = 1;                 ///< Factor from the option's unit to the setting's.
  std::string unit;                  ///< Such as "KiB".

  template <class Number>
  bool allow(Number x) const {
    return (!min || x >= Number(*min)) && (!max || x <= Number(*max));
  }
  bool allow(const std::string& x) const;
};

// Values are JSON with all scalars as texts, from YAML, the environment or the command line. If a
// value is not allowed, read_value returns false and leaves `out` unchanged. The text of show_value
// is YAML in flow style that parses back to the same value.

bool read_value(const json& document, const limits& allowed, bool& out);
bool read_value(const json& document, const limits& allowed, std::string& out);
bool read_value(const json& document, const limits& allowed, step_priority& out);
bool read_value(const json& document, const limits& allowed, host_port& out);
bool read_value(const json& document, const limits& allowed, std::vector<std::string>& out);
bool read_value(const json& document, const limits& allowed, priority_overrides& out);
bool read_value(const json& document, const limits& allowed, texts_by_arch& out);
bool read_value(const json& document, const limits& allowed, managed_dhcp_options& out);
bool read_value(const json& document, const limits& allowed, std::vector<fake_failure>& out);
bool read_value(const json& document, const limits& allowed, std::vector<vendor_row_text>& out);

std::string show_value(const limits& how, bool x);
std::string show_value(const limits& how, const std::string& x);
std::string show_value(const limits& how, step_priority x);
std::string show_value(const limits& how, const host_port& x);
std::string show_value(const limits& how, const std::vector<std::string>& x);
std::string show_value(const limits& how, const priority_overrides& x);
std::string show_value(const limits& how, const texts_by_arch& x);
std::string show_value(const limits& how, const managed_dhcp_options& x);
std::string show_value(const limits& how, const std::vector<fake_failure>& x);
std::string show_value(const limits& how, const std::vector<vendor_row_text>& x);

/// A whole number within the limits, times their scale.
std::optional<int64_t> read_number(const json& document, const limits& allowed);
/// A duration within the limits that is a multiple of `unit`.
std::optional<int64_t> read_duration(const json& document, const limits& allowed,
                                     std::chrono::milliseconds unit);
std::string show_duration(std::chrono::milliseconds x);

template <std::integral T>
bool read_value(const json& document, const limits& allowed, T& out) {
  const auto x = read_number(document, allowed);
  if (!x || !std::in_range<T>(*x)) return false;
  out = static_cast<T>(*x);
  return true;
}

template <std::integral T>
std::string show_value(const limits& how, T x) {
  return std::to_string(static_cast<int64_t>(x) / how.scale);
}

template <class Period>
bool read_value(const json& document, const limits& allowed,
                std::chrono::duration<int64_t, Period>& out) {
  using duration = std::chrono::duration<int64_t, Period>;
  const auto x = read_duration(document, allowed, duration{1});
  if (x) out = duration{*x};
  return x.has_value();
}

template <class Rep, class Period>
std::string show_value(const limits&, std::chrono::duration<Rep, Period> x) {
  return show_duration(x);
}

template <class T>
bool read_value(const json& document, const limits& allowed, std::optional<T>& out) {
  T x{};
  if (!read_value(document, allowed, x)) return false;
  out = std::move(x);
  return true;
}

/// An empty text: the option is unset.
template <class T>
std::string show_value(const limits& how, const std::optional<T>& x) {
  return x ? show_value(how, *x) : std::string{};
}

}  // namespace ironbus::daemon
