#include "drivers/agent/image_fields.hpp"

#include <charconv>

namespace ironbus {

std::string info_text(const json& document, const char* key) {
  const auto found = document.find(key);
  return found != document.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

std::optional<int64_t> whole_number(const json& document) {
  if (document.is_number_integer()) return document.get<int64_t>();
  if (!document.is_string()) return std::nullopt;
  const auto& text = document.get_ref<const std::string&>();
  int64_t out = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), out);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) return std::nullopt;
  return out;
}

std::optional<bool> truth_of(const json& document) {
  if (document.is_boolean()) return document.get<bool>();
  for (const char* yes : {"true", "True", "TRUE"})
    if (document == yes) return true;
  for (const char* no : {"false", "False", "FALSE"})
    if (document == no) return false;
  return std::nullopt;
}

}  // namespace ironbus
