#pragma once

#include "ops/ironbusd/options/values.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <type_traits>

namespace ironbus::daemon {

/// The type of a value, for messages and the reference.
enum class value_type : uint8_t {
  boolean,
  number,
  priority,
  duration,
  text,
  address,
  list,
  map,
  failures,
  vendor_rows,
  text_map,
  managed_dhcp
};

/// The member of the settings that an option sets: parses and prints its value.
struct field {
  value_type type = value_type::text;
  std::function<bool(settings&, const json&, const limits&)> read;
  /// Empty: the option is unset.
  std::function<std::string(const settings&, const limits&)> show;
};

/// Which part of a value is masked.
enum class secrecy : uint8_t {
  open,
  url,   ///< A password in it is masked.
  whole  ///< The whole value is masked.
};

/// One option of the configuration, with its description, limits and checks.
struct option {
  std::string section;  ///< Empty: top level.
  std::string name;
  field where;
  std::string description;  ///< One or two sentences.
  limits allowed{};
  secrecy secret = secrecy::open;
  std::string unset{};    ///< Effect of the unset option, in words.
  std::string example{};  ///< Value for the sample if the default is unset.
  /// A further check of the written value; returns the reason if the value is rejected.
  std::function<std::optional<std::string>(const std::string&)> check{};
  /// A second accepted key, such as "agent.heartbeat_timeout"; empty: none.
  std::string alias{};

  std::string key() const { return section.empty() ? name : section + "." + name; }
  bool is_called(std::string_view x) const { return x == key() || (!alias.empty() && x == alias); }
  /// Such as "IRONBUS_LISTEN" or "IRONBUS_CONDUCTOR_AUTOMATED_CLEAN".
  std::string variable() const { return variable_of(key()); }

  static std::string variable_of(std::string_view key);
};

/// The allowed values, such as "a duration from 0s to 7d, such as 30, 30s or 5m".
std::string allowed_text(const option& option);
/// The name of the type, such as "boolean" or "duration".
std::string type_text(const option& x);

// -- fields ---------------------------------------------------------------------------------------

template <class T>
constexpr value_type type_of(const T&) {
  if constexpr (std::is_same_v<T, bool>)
    return value_type::boolean;
  else if constexpr (std::is_integral_v<T>)
    return value_type::number;
  else if constexpr (std::is_same_v<T, step_priority>)
    return value_type::priority;
  else if constexpr (std::is_same_v<T, std::string>)
    return value_type::text;
  else if constexpr (std::is_same_v<T, host_port>)
    return value_type::address;
  else if constexpr (std::is_same_v<T, std::vector<std::string>>)
    return value_type::list;
  else if constexpr (std::is_same_v<T, priority_overrides>)
    return value_type::map;
  else if constexpr (std::is_same_v<T, texts_by_arch>)
    return value_type::text_map;
  else if constexpr (std::is_same_v<T, managed_dhcp_options>)
    return value_type::managed_dhcp;
  else if constexpr (std::is_same_v<T, std::vector<fake_failure>>)
    return value_type::failures;
  else if constexpr (std::is_same_v<T, std::vector<vendor_row_text>>)
    return value_type::vendor_rows;
  else
    return value_type::duration;
}

template <class T>
constexpr value_type type_of(const std::optional<T>&) {
  return type_of(T{});
}

/// The field that `where` returns, such as `[](auto& x) -> auto& { return x.listen; }`.
template <class Where>
field member_option(Where where) {
  using value = std::remove_cvref_t<decltype(where(std::declval<settings&>()))>;
  return {type_of(value{}),
          [where](settings& x, const json& document, const limits& allowed) {
            return read_value(document, allowed, where(x));
          },
          [where](const settings& x, const limits& how) { return show_value(how, where(x)); }};
}

}  // namespace ironbus::daemon
