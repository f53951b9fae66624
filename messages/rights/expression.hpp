#pragma once

#include "messages/base/errors.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::rights {

/// A parsed policy rule.
///
/// The language is that of oslo.policy without its list form and its remote checks:
///     rule   := term ("or" term)*          term := factor ("and" factor)*
///     factor := "not" factor | "(" rule ")" | check
///     check  := "" | "@" | "!" | role:NAME | rule:NAME | ATTRIBUTE:VALUE | 'literal':VALUE
/// A VALUE is a constant or %(key)s, a value of the object that the rule is about.
struct expression {
  enum class kind : uint8_t {
    always,    ///< "" or "@"
    never,     ///< "!"
    role,      ///< The requester has the role `right`, in lower case.
    rule,      ///< The rule of the name `right` holds.
    equal,     ///< The requester's attribute `left`, or the literal, equals `right`.
    negation,  ///< The part does not hold.
    all,       ///< All parts hold.
    any,       ///< A part holds.
  };

  kind is = kind::never;
  std::string left;
  bool left_is_literal = false;
  std::string right;  ///< A constant, or the key of %(key)s.
  bool right_is_key = false;
  std::vector<expression> parts;
};

inline constexpr size_t expression_bytes_max = 8192;
inline constexpr int expression_depth_max = 32;

/// The text of a rule.
std::string text_of(const expression& x);

/// Parses a rule. The error names the position, counted from 1, and what is expected there.
result<expression> parse_expression(std::string_view text);

}  // namespace ironbus::rights
