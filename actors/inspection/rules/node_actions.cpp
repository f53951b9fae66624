#include "actors/inspection/rules/actions.hpp"
#include "actors/inspection/rules/attributes.hpp"
#include "actors/inspection/values/capabilities.hpp"
#include "actors/inspection/values/textual.hpp"
#include "messages/contract/traits.hpp"

#include <algorithm>

namespace ironbus::inspection {

namespace {

constexpr size_t traits_max = 50;

resource_ref the_node(node_view& x) { return {resource_kind::node, x.docs.node, "node"}; }

checked write_capabilities(node_view& x, const capability_list& all) {
  return set_attribute_at(x, the_node(x), "/properties/capabilities", text_of(all));
}

json list_of_traits(const node_view& x) { return x.docs.traits; }

}  // namespace

checked set_attribute(node_view& x, const arguments& args) {
  return set_attribute_at(x, the_node(x), args.text(0), args.argument(1));
}

checked extend_attribute(node_view& x, const arguments& args) {
  return extend_attribute_at(x, the_node(x), args.text(0), args.argument(1),
                             args.argument(2).get<bool>());
}

checked delete_attribute(node_view& x, const arguments& args) {
  return delete_attribute_at(x, the_node(x), args.text(0));
}

checked is_capability_name(const json& value) {
  const auto is_name_text = [](const std::string& text) {
    return !text.empty() && text.find_first_of(",:") == std::string::npos;
  };
  if (value.is_string() && is_name_text(value.get_ref<const std::string&>())) return {};
  return must_be("a string that is not empty and has neither ',' nor ':'", value);
}

checked set_capability(node_view& view, const arguments& args) {
  const auto value = textual(args.argument(1));
  if (value.find(',') != std::string::npos)
    return fail(error_code::invalid,
                "argument 'value' must not hold a comma, as " + to_text(value.substr(0, 80)));
  auto all = read_capabilities(view.docs.node);
  if (!all) return tl::unexpected(all.error());
  put_capability(*all, args.text(0), value);
  return write_capabilities(view, *all);
}

checked unset_capability(node_view& view, const arguments& args) {
  auto all = read_capabilities(view.docs.node);
  if (!all) return tl::unexpected(all.error());
  if (!drop_capability(*all, args.text(0))) return {};
  return write_capabilities(view, *all);
}

checked is_trait(const json& value) {
  if (value.is_string() && is_trait_name(value.get_ref<const std::string&>())) return {};
  return must_be("a standard trait or CUSTOM_ followed by A-Z, 0-9 and _", value);
}

checked add_trait(node_view& view, const arguments& args) {
  auto& traits = view.docs.traits;
  const auto& name = args.text(0);
  if (std::find(traits.begin(), traits.end(), name) != traits.end()) return {};
  if (traits.size() >= traits_max)
    return fail(error_code::invalid,
                "a node has at most " + std::to_string(traits_max) + " traits");
  auto before = list_of_traits(view);
  traits.push_back(name);
  std::sort(traits.begin(), traits.end());
  view.note("node/traits", std::move(before), list_of_traits(view));
  return {};
}

checked remove_trait(node_view& view, const arguments& args) {
  auto before = list_of_traits(view);
  if (std::erase(view.docs.traits, args.text(0)) > 0)
    view.note("node/traits", std::move(before), list_of_traits(view));
  else
    view.log("warning",
             "remove-trait: the node has no trait '" + args.text(0).substr(0, 255) + "'");
  return {};
}

}  // namespace ironbus::inspection
