#include "messages/contract/traits.hpp"

#include "messages/base/text.hpp"
#include "messages/contract/standard_traits.hpp"

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

result<std::vector<std::string>> traits_wanted(const json& instance_info) {
  const auto found = instance_info.find("traits");
  if (found == instance_info.end()) return std::vector<std::string>{};
  const auto is_text = [](const json& x) { return x.is_string(); };
  if (!found->is_array() || !std::all_of(found->begin(), found->end(), is_text))
    return fail(error_code::invalid,
                "Invalid value for 'instance_info/traits'; it must be a list of strings.");
  return found->get<std::vector<std::string>>();
}

result<std::monostate> check_wanted_traits(const json& instance_info,
                                           const std::vector<std::string>& of_node) {
  auto wanted = traits_wanted(instance_info);
  if (!wanted) return tl::unexpected(wanted.error());
  std::erase_if(*wanted, [&](const std::string& trait) {
    return std::find(of_node.begin(), of_node.end(), trait) != of_node.end();
  });
  if (wanted->empty()) return {};
  return fail(error_code::invalid, "The instance asks for traits that the node lacks: " +
                                       joined_traits(*wanted) + " (instance_info/traits).");
}

std::string no_shared_trait(const std::vector<std::string>& of_runbook) {
  if (of_runbook.empty()) return "the runbook has no traits, so it fits no node";
  if (of_runbook.size() == 1) return "the node lacks its trait " + of_runbook.front();
  return "the node has none of its traits " + joined_traits(of_runbook);
}

std::string joined_traits(const std::vector<std::string>& traits) { return join(traits); }

}  // namespace ironbus
