#include "actors/inspection/values/documents.hpp"

#include <algorithm>

namespace ironbus::inspection {

size_t weight_of(const json& document) {
  constexpr size_t scalar = 8;
  if (document.is_string()) return document.get_ref<const std::string&>().size() + scalar;
  size_t out = scalar;
  if (document.is_array())
    for (const auto& item : document) out += weight_of(item);
  if (document.is_object())
    for (const auto& [key, value] : document.items()) out += key.size() + weight_of(value);
  return out;
}

size_t depth_of_value(const json& value) {
  if (!value.is_structured()) return 0;
  size_t deepest = 0;
  for (const auto& item : value) deepest = std::max(deepest, depth_of_value(item));
  return deepest + 1;
}

}  // namespace ironbus::inspection
