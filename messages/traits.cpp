#include "messages/traits.hpp"

#include "messages/standard_traits.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr std::string_view custom = "CUSTOM_";
constexpr size_t length_max = 255;

}  // namespace

bool is_trait_name(std::string_view name) {
  if (!name.starts_with(custom)) {
    const auto all = standard_traits();
    return std::binary_search(all.begin(), all.end(), name);
  }
  return name.size() > custom.size() && name.size() <= length_max &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
         });
}

}  // namespace ironbus
