#include "actors/inspection/actions.hpp"
#include "actors/inspection/attributes.hpp"
#include "actors/inspection/path.hpp"

namespace ironbus::inspection {

namespace {

json data_at(const world& x, const path_steps& path) {
  const auto* at = find_at(x.docs.plugin_data, path);
  return at == nullptr ? json{} : shown_value(path.back(), *at);
}

void note_data(world& x, const path_steps& path, json before) {
  std::string where = "plugin_data";
  for (const auto& step : path) where += "/" + step;
  auto after = data_at(x, path);
  if (before != after) x.note(std::move(where), std::move(before), std::move(after));
}

}  // namespace

checked is_data_path(const json& value) {
  if (!value.is_string()) return must_be("a path such as extra.rack", value);
  if (auto ok = check_steps_of(split_data_path(value.get_ref<const std::string&>())); !ok)
    return fail(error_code::invalid, "is wrong: " + ok.error().message);
  return {};
}

checked set_plugin_data(world& x, const arguments& args) {
  const auto path = split_data_path(args.text(0));
  if (auto ok = may_write(x, path.size(), args.at(1)); !ok) return ok;
  auto before = data_at(x, path);
  if (auto ok = set_at(x.docs.plugin_data, path, args.at(1)); !ok) return ok;
  note_data(x, path, std::move(before));
  return {};
}

checked extend_plugin_data(world& x, const arguments& args) {
  const auto path = split_data_path(args.text(0));
  if (auto ok = may_write(x, path.size() + 1, args.at(1)); !ok) return ok;
  auto before = data_at(x, path);
  if (auto grown = extend_at(x.docs.plugin_data, path, args.at(1), args.at(2).get<bool>()); !grown)
    return tl::unexpected(grown.error());
  note_data(x, path, std::move(before));
  return {};
}

/// Objects that are empty by it go, too.
checked unset_plugin_data(world& x, const arguments& args) {
  auto path = split_data_path(args.text(0));
  auto before = data_at(x, path);
  const auto removed = remove_at(x.docs.plugin_data, path);
  if (!removed || !*removed) {
    x.log("warning", "unset-plugin-data: there is no '" + args.text(0) + "'");
    return {};
  }
  note_data(x, path, std::move(before));
  for (path.pop_back(); !path.empty(); path.pop_back()) {
    if (!find_at(x.docs.plugin_data, path)->empty()) break;
    remove_at(x.docs.plugin_data, path);
  }
  return {};
}

}  // namespace ironbus::inspection
