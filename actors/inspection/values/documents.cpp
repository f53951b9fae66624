#include "actors/inspection/values/documents.hpp"

#include <algorithm>

namespace ironbus::inspection {

size_t weight_of(const json& x) {
  constexpr size_t scalar = 8;
  if (x.is_string()) return x.get_ref<const std::string&>().size() + scalar;
  size_t out = scalar;
  if (x.is_array())
    for (const auto& item : x) out += weight_of(item);
  if (x.is_object())
    for (const auto& [key, value] : x.items()) out += key.size() + weight_of(value);
  return out;
}

size_t depth_of_value(const json& x) {
  if (!x.is_structured()) return 0;
  size_t deepest = 0;
  for (const auto& item : x) deepest = std::max(deepest, depth_of_value(item));
  return deepest + 1;
}

}  // namespace ironbus::inspection
