#include "messages/base/bounds.hpp"

#include <vector>

namespace ironbus {

namespace {

/// The size of the text that to_text writes, including the quotes.
size_t text_bytes(const std::string& text) {
  size_t out = 2 + text.size();
  for (const unsigned char c : text) {
    const bool short_escape = c == '"' || c == '\\' || (c >= 0x08 && c <= 0x0d && c != 0x0b);
    if (short_escape)
      out += 1;
    else if (c < 0x20)
      out += 5;  // \u00XX
  }
  return out;
}

/// The size of the value without its items: brackets, commas, keys.
size_t own_bytes(const json& document) {
  if (document.is_string()) return text_bytes(document.get_ref<const std::string&>());
  if (!document.is_structured()) return document.dump().size();
  size_t out = 2 + (document.empty() ? 0 : document.size() - 1);
  if (document.is_object())
    for (const auto& [key, value] : document.get_ref<const json::object_t&>())
      out += text_bytes(key) + 1;
  return out;
}

}  // namespace

extent extent_of(const json& document) {
  struct place {
    json::const_iterator next;
    json::const_iterator end;
  };
  extent out{own_bytes(document), document.is_structured() ? size_t{1} : 0};
  std::vector<place> open;
  if (document.is_structured()) open.push_back({document.begin(), document.end()});
  while (!open.empty()) {
    if (open.back().next == open.back().end) {
      open.pop_back();
      continue;
    }
    const json& value = *open.back().next++;
    out.bytes += own_bytes(value);
    if (!value.is_structured()) continue;
    open.push_back({value.begin(), value.end()});
    out.depth = std::max(out.depth, open.size());
  }
  return out;
}

}  // namespace ironbus
