#pragma once

#include <tl/expected.hpp>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ironbus::inspection {

/// A `{…}` in a text: the path of its value and its format.
struct placeholder {
  std::vector<std::string> path;  ///< `inventory`, `cpu`, `count`; never empty.
  char conversion = 0;            ///< 'r', 's', 'a', or none.
  std::string form;               ///< The text after the colon, such as ">5".

  /// Whether it has neither conversion nor format.
  bool plain() const { return conversion == 0 && form.empty(); }
};

/// A parsed text: pieces of plain text and placeholders, in order.
struct format_text {
  std::vector<std::variant<std::string, placeholder>> parts;

  /// The placeholder if it is the whole text, which keeps the value's type; otherwise null.
  const placeholder* single() const;
};

/// Position and reason of a syntax error.
struct format_fault {
  size_t begin = 0;     ///< The offset of the brace that starts the malformed part.
  size_t position = 0;  ///< The offset of the error.
  std::string_view why;
};

/// Parses a text by the rules of Python's str.format: `{{` and `}}` are literal braces, `.name` and
/// `[key]` access members, keys are not quoted.
tl::expected<format_text, format_fault> parse_format(std::string_view text);

}  // namespace ironbus::inspection
