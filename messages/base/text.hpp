#pragma once

#include "messages/base/json.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ironbus {

/// Converts ASCII letters to lower case; keeps all other bytes.
std::string lower(std::string_view text);

/// Removes the blanks at both ends.
std::string_view trim(std::string_view x, std::string_view blanks = " \t");

/// Decodes %XX; unset if an escape is malformed (RFC 3986, §2.1).
std::optional<std::string> percent_decode(std::string_view text);

/// true, 1, yes, on, t, y or false, 0, no, off, f, n in any case; unset for other words.
std::optional<bool> boolean_word(std::string_view text);

/// The string member of that name; empty if `object` is not an object or has no such string.
std::string member_text(const json& object, std::string_view key);

/// Appends an item to a list for people; adds the separator if there is an item before it.
inline void append_item(std::string& list, std::string_view item,
                        std::string_view separator = ", ") {
  if (!list.empty()) list += separator;
  list += item;
}

/// Joins the texts that `show` makes of the items.
template <class Range, class Show>
std::string join(const Range& items, Show show, std::string_view separator = ", ") {
  std::string out;
  for (const auto& item : items) append_item(out, show(item), separator);
  return out;
}

template <class Range>
std::string join(const Range& items) {
  return join(items, [](std::string_view x) { return x; });
}

}  // namespace ironbus
