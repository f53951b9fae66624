#include "ops/simulator/profile/profile.hpp"

#include <algorithm>

namespace ironbus::simulator {

const profile* find_profile(std::string_view name) {
  const auto all = profiles();
  const auto found = std::ranges::find(all, name, &profile::name);
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> items_of(std::string_view list) {
  std::vector<std::string> out;
  while (!list.empty()) {
    const auto end = std::min(list.find(','), list.size());
    out.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return out;
}

bool has_item(std::string_view list, std::string_view item) {
  return std::ranges::count(items_of(list), item) > 0;
}

}  // namespace ironbus::simulator
