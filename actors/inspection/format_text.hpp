#pragma once

#include <optional>
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

/// Takes a text apart by the rules of Python's str.format: `{{` and `}}` stand for braces, `.name`
/// and `[key]` walk, keys are not quoted. Nothing if the text does not obey them (such as "}" or
/// "{}"): it then stands for itself.
std::optional<format_text> parse_format(std::string_view text);

}  // namespace ironbus::inspection
