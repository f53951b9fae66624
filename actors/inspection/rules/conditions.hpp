#pragma once

#include "actors/inspection/rules/operation.hpp"

#include <span>
#include <string_view>

namespace ironbus::inspection {

/// A condition of rules. To add one, add a row to the table in conditions.cpp.
struct condition_info {
  operation_form form;
  /// `invalid` if the arguments do not fit together, such as texts and numbers in `lt`.
  result<bool> (*holds)(const arguments& x);
};

std::span<const condition_info> all_conditions();
/// Null if there is none of that name.
const condition_info* find_condition(std::string_view name);

}  // namespace ironbus::inspection
