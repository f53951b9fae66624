#include "actors/inspection/rules/actions.hpp"
#include "actors/inspection/rules/attributes.hpp"
#include "actors/inspection/values/path.hpp"

namespace ironbus::inspection {

namespace {

void note_data(node_view& view, const path_steps& path, json before) {
  std::string where = "plugin_data";
  for (const auto& step : path) where += "/" + step;
  auto after = shown_at(view.docs.plugin_data, path);
  if (before != after) view.note(std::move(where), std::move(before), std::move(after));
}

/// Whether an empty object may be removed: one inside another object.
bool may_go(const json& root, std::span<const std::string> path) {
  const auto* value = find_at(root, path);
  return value->is_object() && value->empty() &&
         find_at(root, path.first(path.size() - 1))->is_object();
}

}  // namespace

checked is_data_path(const json& value) {
  if (!value.is_string()) return must_be("a path such as extra.rack", value);
  if (auto ok = check_steps_of(split_data_path(value.get_ref<const std::string&>())); !ok)
    return bad_path(value, ok.error());
  return {};
}

checked set_plugin_data(node_view& view, const arguments& args) {
  const auto path = with_index(view.docs.plugin_data, split_data_path(args.text(0)));
  if (auto ok = may_write(view, path.size(), args.argument(1)); !ok) return ok;
  auto before = shown_at(view.docs.plugin_data, path);
  if (auto ok = set_at(view.docs.plugin_data, path, args.argument(1)); !ok) return ok;
  note_data(view, path, std::move(before));
  return {};
}

checked extend_plugin_data(node_view& view, const arguments& args) {
  const auto path = split_data_path(args.text(0));
  if (auto ok = may_write(view, path.size() + 1, args.argument(1)); !ok) return ok;
  auto before = shown_at(view.docs.plugin_data, path);
  if (auto grown =
          extend_at(view.docs.plugin_data, path, args.argument(1), args.argument(2).get<bool>());
      !grown)
    return tl::unexpected(grown.error());
  note_data(view, path, std::move(before));
  return {};
}

/// Also removes objects that become empty.
checked unset_plugin_data(node_view& view, const arguments& args) {
  auto& data = view.docs.plugin_data;
  auto path = split_data_path(args.text(0));
  const auto place = place_of_removal(data, path);
  auto before = shown_at(data, place);
  const auto removed = remove_at(data, path);
  if (!removed || !*removed) {
    view.log("warning", "unset-plugin-data: there is no '" + args.text(0) + "'");
    return {};
  }
  note_data(view, place, std::move(before));
  for (path.pop_back(); !path.empty() && may_go(data, path); path.pop_back()) remove_at(data, path);
  return {};
}

}  // namespace ironbus::inspection
