#pragma once

#include "messages/base/json.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ironbus {

/// ASCII letters in lower case; all other bytes as they are.
std::string lower(std::string_view text);

/// Without the blanks at both ends.
std::string_view trim(std::string_view x, std::string_view blanks = " \t");

/// Bytes for %XX; unset where an escape is broken (RFC 3986, §2.1).
std::optional<std::string> percent_decode(std::string_view text);

/// true, 1, yes, on, t, y or false, 0, no, off, f, n, whatever their case; unset for other words.
std::optional<bool> boolean_word(std::string_view text);

/// The text under a key; empty where `object` is none, or has none there.
std::string member_text(const json& object, std::string_view key);

/// Adds an item to a list that people read; the separator only if there is something before it.
inline void append_item(std::string& list, std::string_view item,
                        std::string_view separator = ", ") {
  if (!list.empty()) list += separator;
  list += item;
}

/// What `show` makes of the items, as a list.
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
