#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace ironbus::http {

/// How to read the value of a list filter.
enum class filter_kind : uint8_t {
  boolean,  ///< The column is "true" or "false".
  set,      ///< A boolean: whether the column is set.
  text,
  lower_text,  ///< Compared in lower case.
  uuid,
  mac,
  state,  ///< A provision state.
  fault,
  any_of,          ///< A comma-separated list.
  traits_all,      ///< Names of traits: all are present.
  traits_any,      ///< At least one is present.
  traits_not_all,  ///< At least one is missing.
  traits_none,     ///< None is present.
  contains,
  node,   ///< UUID or name of a node; the handler resolves it.
  other,  ///< The handler applies it.
};

/// A query parameter that filters a list.
struct filter_spec {
  std::string_view name;
  int since;
  filter_kind kind;
  std::string_view column;
  std::string_view subject = {};  ///< Describes the filter if its name does not.
};

/// The filters of a collection's top-level list. "why" is the list of waiting nodes.
inline constexpr std::span<const filter_spec> no_filters;
std::span<const filter_spec> filters_of(std::string_view collection);

}  // namespace ironbus::http
