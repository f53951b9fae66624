#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace ironbus::http {

/// How the value of a list's filter is read.
enum class filter_kind : uint8_t {
  boolean,  ///< The column is "true" or "false".
  set,      ///< A boolean: the column is there, or is not.
  text,
  lower_text,  ///< Compared in lower case.
  uuid,
  mac,
  state,  ///< A provision state.
  fault,
  any_of,          ///< A comma-separated list.
  traits_all,      ///< Names of traits: each of them is there.
  traits_any,      ///< One of them is.
  traits_not_all,  ///< Not each of them is.
  traits_none,     ///< None of them is.
  contains,
  node,   ///< UUID or name of a node; resolved by whoever lists.
  other,  ///< Handled by whoever lists.
};

/// A query parameter that filters a list, declared once.
struct filter_spec {
  std::string_view name;
  int since;
  filter_kind kind;
  std::string_view column;
  std::string_view subject = {};  ///< What is listed, where the name does not say it.
};

/// What the list of a collection can be filtered by, where it is not below another resource; of
/// "why", the list of nodes that do not go on.
inline constexpr std::span<const filter_spec> no_filters;
std::span<const filter_spec> filters_of(std::string_view collection);

}  // namespace ironbus::http
