#pragma once

#include <tl/expected.hpp>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ironbus::inspection {

/// A `{…}` in a text: where its value is found and how it is written.
struct placeholder {
  std::vector<std::string> path;  ///< `inventory`, `cpu`, `count`; never empty.
  char conversion = 0;            ///< 'r', 's', 'a', or none.
  std::string form;               ///< What follows the colon, such as ">5".

  /// Whether it says nothing of how to write the value.
  bool plain() const { return conversion == 0 && form.empty(); }
};

/// A text taken apart: pieces of plain text and placeholders, in order.
struct format_text {
  std::vector<std::variant<std::string, placeholder>> parts;

  /// The one placeholder that is all of the text and keeps its value's type; otherwise null.
  const placeholder* single() const;
};

/// Where and why a text breaks the rules.
struct format_fault {
  size_t begin = 0;     ///< The offset of the brace that begins what is wrong.
  size_t position = 0;  ///< The offset of what is wrong.
  std::string_view why;
};

/// Takes a text apart by the rules of Python's str.format: `{{` and `}}` stand for braces, `.name`
/// and `[key]` walk, keys are not quoted.
tl::expected<format_text, format_fault> parse_format(std::string_view text);

}  // namespace ironbus::inspection
