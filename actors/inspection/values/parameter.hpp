#pragma once

#include "messages/base/json.hpp"

#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace ironbus::inspection {

using checked = result<std::monostate>;

/// One argument of a condition or an action.
struct parameter {
  std::string_view name;
  /// Checks the value when the rule is stored, if it is known then, otherwise when the rule runs.
  /// `invalid` with a sentence that follows "argument 'x' ".
  checked (*check)(const json& value);
  std::string_view fallback = {};  ///< JSON; empty: the argument is required.
  bool is_regex = false;           ///< A regular expression; compiled as soon as it is known.

  bool required() const { return fallback.empty(); }
};

/// The name and the parameters of an operation, in the order of a list of arguments.
struct operation_form {
  std::string_view name;
  std::span<const parameter> parameters;
  /// A list of arguments that does not start with a list is the first argument.
  bool variadic = false;
};

/// "must be …", as the checks say it.
tl::unexpected<failure> must_be(const std::string& what, const json& value);
tl::unexpected<failure> bad_path(const json& value, const failure& why);

checked is_anything(const json& value);
checked is_text(const json& value);
checked is_name(const json& value);  ///< A text that is not empty.
checked is_scalar(const json& value);
checked is_list(const json& value);
checked is_object(const json& value);
checked is_flag(const json& value);
checked is_address(const json& value);
checked is_network(const json& value);

}  // namespace ironbus::inspection
