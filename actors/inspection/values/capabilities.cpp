#include "actors/inspection/values/capabilities.hpp"

#include "messages/base/text.hpp"

#include <algorithm>

namespace ironbus::inspection {

namespace {

bool is_called(const std::string& item, const std::string& name) {
  return item.substr(0, item.find(':')) == name;
}

}  // namespace

result<capability_list> read_capabilities(const json& node) {
  const auto properties = node.find("properties");
  if (properties == node.end() || !properties->is_object()) return capability_list{};
  const auto found = properties->find("capabilities");
  if (found == properties->end()) return capability_list{};
  if (!found->is_string())
    return fail(error_code::invalid, "the node's properties/capabilities is not a string");
  capability_list out;
  std::string_view rest = found->get_ref<const std::string&>();
  while (!rest.empty()) {
    const auto size = std::min(rest.find(','), rest.size());
    if (size > 0) out.emplace_back(rest.substr(0, size));
    rest.remove_prefix(std::min(size + 1, rest.size()));
  }
  return out;
}

void put_capability(capability_list& all, const std::string& name, const std::string& value) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& item) { return is_called(item, name); });
  const auto item = name + ":" + value;
  if (found == all.end())
    all.push_back(item);
  else
    *found = item;
}

bool drop_capability(capability_list& all, const std::string& name) {
  return std::erase_if(all, [&](const auto& item) { return is_called(item, name); }) > 0;
}

std::string text_of(const capability_list& all) {
  return join(
      all, [](const auto& item) -> std::string_view { return item; }, ",");
}

}  // namespace ironbus::inspection
