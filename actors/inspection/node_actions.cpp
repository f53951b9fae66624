#include "actors/inspection/actions.hpp"
#include "actors/inspection/attributes.hpp"
#include "actors/inspection/textual.hpp"
#include "messages/traits.hpp"

#include <algorithm>

namespace ironbus::inspection {

namespace {

constexpr size_t traits_max = 50;

resource_ref the_node(world& x) { return {resource_kind::node, x.docs.node, "node"}; }

using capability_list = std::vector<std::string>;  // "name:value"

/// `properties.capabilities`, taken apart at its commas; missing is empty.
result<capability_list> read_capabilities(const json& node) {
  const auto properties = node.find("properties");
  if (properties == node.end() || !properties->is_object()) return capability_list{};
  const auto at = properties->find("capabilities");
  if (at == properties->end()) return capability_list{};
  if (!at->is_string())
    return fail(error_code::invalid, "the node's properties/capabilities is not a string");
  capability_list out;
  std::string_view rest = at->get_ref<const std::string&>();
  while (!rest.empty()) {
    const auto size = std::min(rest.find(','), rest.size());
    if (size > 0) out.emplace_back(rest.substr(0, size));
    rest.remove_prefix(std::min(size + 1, rest.size()));
  }
  return out;
}

checked write_capabilities(world& x, const capability_list& all) {
  std::string text;
  for (const auto& item : all) text += (text.empty() ? "" : ",") + item;
  return set_attribute_at(x, the_node(x), "/properties/capabilities", text);
}

bool is_called(const std::string& item, const std::string& name) {
  return item.substr(0, item.find(':')) == name;
}

json list_of_traits(const world& x) { return x.docs.traits; }

}  // namespace

checked set_attribute(world& x, const arguments& args) {
  return set_attribute_at(x, the_node(x), args.text(0), args.at(1));
}

checked extend_attribute(world& x, const arguments& args) {
  return extend_attribute_at(x, the_node(x), args.text(0), args.at(1), args.at(2).get<bool>());
}

checked delete_attribute(world& x, const arguments& args) {
  return delete_attribute_at(x, the_node(x), args.text(0));
}

checked is_capability_name(const json& value) {
  const auto is_name_text = [](const std::string& text) {
    return !text.empty() && text.find_first_of(",:") == std::string::npos;
  };
  if (value.is_string() && is_name_text(value.get_ref<const std::string&>())) return {};
  return must_be("a string that is not empty and has neither ',' nor ':'", value);
}

checked set_capability(world& x, const arguments& args) {
  const auto value = textual(args.at(1));
  if (value.find(',') != std::string::npos)
    return fail(error_code::invalid, "argument 'value' must not hold a comma");
  auto all = read_capabilities(x.docs.node);
  if (!all) return tl::unexpected(all.error());
  const auto& name = args.text(0);
  const auto at = std::find_if(all->begin(), all->end(),
                               [&](const auto& item) { return is_called(item, name); });
  const auto item = name + ":" + value;
  if (at == all->end())
    all->push_back(item);
  else
    *at = item;
  return write_capabilities(x, *all);
}

checked unset_capability(world& x, const arguments& args) {
  auto all = read_capabilities(x.docs.node);
  if (!all) return tl::unexpected(all.error());
  const auto removed =
      std::erase_if(*all, [&](const auto& item) { return is_called(item, args.text(0)); });
  if (removed == 0) return {};
  return write_capabilities(x, *all);
}

checked is_trait(const json& value) {
  if (value.is_string() && is_trait_name(value.get_ref<const std::string&>())) return {};
  return must_be("a standard trait or CUSTOM_ followed by A-Z, 0-9 and _", value);
}

checked add_trait(world& x, const arguments& args) {
  auto& traits = x.docs.traits;
  const auto& name = args.text(0);
  if (std::find(traits.begin(), traits.end(), name) != traits.end()) return {};
  if (traits.size() >= traits_max)
    return fail(error_code::invalid,
                "a node has at most " + std::to_string(traits_max) + " traits");
  auto before = list_of_traits(x);
  traits.push_back(name);
  std::sort(traits.begin(), traits.end());
  x.note("node/traits", std::move(before), list_of_traits(x));
  return {};
}

checked remove_trait(world& x, const arguments& args) {
  auto before = list_of_traits(x);
  if (std::erase(x.docs.traits, args.text(0)) > 0)
    x.note("node/traits", std::move(before), list_of_traits(x));
  else
    x.log("warning", "remove-trait: the node has no trait '" + args.text(0).substr(0, 255) + "'");
  return {};
}

}  // namespace ironbus::inspection
