#include "ops/ironbusd/commands/trial_files.hpp"

#include "actors/inspection/rules/built_in.hpp"
#include "messages/model/snapshot.hpp"
#include "ops/ironbusd/fleet_view/members.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace ironbus::daemon {

namespace {

constexpr size_t trial_file_max = 16 * 1024 * 1024;
constexpr json_limits trial_file_limits{.bytes = trial_file_max, .depth = 40};
/// Fields of a rule that only the API sets.
constexpr std::array shown_only{"created_at", "updated_at", "links", "built_in"};

failure wrong_file(const std::string& path, const std::string& why) {
  return {error_code::invalid, "'" + path + "': " + why};
}

result<std::string> read_trial_file(const std::string& path) {
  errno = 0;
  std::ifstream file{path, std::ios::binary};
  std::string text(trial_file_max + 1, '\0');
  if (file) file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file && !file.eof()) return tl::unexpected(wrong_file(path, std::strerror(errno)));
  text.resize(static_cast<size_t>(file.gcount()));
  if (text.size() > trial_file_max)
    return tl::unexpected(wrong_file(path, "it is larger than 16 MiB"));
  return text;
}

bool is_json(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  return first != std::string::npos && (text[first] == '{' || text[first] == '[');
}

result<json> read_document(const std::string& path) {
  const auto text = read_trial_file(path);
  if (!text) return tl::unexpected(text.error());
  // YAML in flow style begins like JSON.
  if (auto read = parse_json(*text, trial_file_limits); is_json(*text) && read) return read;
  auto out = inspection::read_yaml(*text);
  if (!out) return tl::unexpected(wrong_file(path, out.error().message));
  return out;
}

result<json> read_object(const std::string& path) {
  auto out = read_document(path);
  if (out && !out->is_object()) return tl::unexpected(wrong_file(path, "it must hold an object"));
  return out;
}

result<json> read_rules(const std::string& path) {
  auto given = read_document(path);
  if (!given) return given;
  json rules = *given;
  for (const auto* key : {"inspection_rules", "rules"})
    if (const auto& list = fleet_view::member_value(*given, key); list.is_array()) rules = list;
  if (rules.is_object()) rules = json::array({rules});
  if (!rules.is_array()) return tl::unexpected(wrong_file(path, "it must hold a list of rules"));
  for (auto& rule : rules)
    if (rule.is_object())
      for (const auto* key : shown_only) rule.erase(key);
  return rules;
}

/// A node with some fields set; the others are those of a new node.
result<node_snapshot> read_shown_node(const std::string& path) {
  const auto given = read_object(path);
  if (!given) return tl::unexpected(given.error());
  node_snapshot out;
  try {
    json set = json::object();
    for (const auto& [key, value] : given->items())
      if (!value.is_null()) set[key] = value;
    from_json(set, out.attributes);
  } catch (const json::exception& e) {
    return tl::unexpected(wrong_file(path, std::string{"it is not a valid node: "} + e.what()));
  }
  return out;
}

result<std::monostate> read_inventory(const rules_request& asked, inspection_trial& out) {
  const auto given = read_object(asked.inventory);
  if (!given) return tl::unexpected(given.error());
  const auto& inner = fleet_view::member_value(*given, "inventory");
  out.inventory = inner.is_object() ? inner : *given;
  if (const auto& data = fleet_view::member_value(*given, "plugin_data");
      inner.is_object() && data.is_object())
    out.plugin_data = data;
  if (asked.plugin_data.empty()) return {};
  const auto plugin_data = read_object(asked.plugin_data);
  if (!plugin_data) return tl::unexpected(plugin_data.error());
  out.plugin_data = *plugin_data;
  return {};
}

}  // namespace

result<inspection_trial> read_trial_files(const rules_request& asked) {
  inspection_trial out;
  auto rules = read_rules(asked.file);
  if (!rules) return tl::unexpected(rules.error());
  out.rules = std::move(*rules);
  if (const auto ok = read_inventory(asked, out); !ok) return tl::unexpected(ok.error());
  if (!asked.node.empty()) {
    auto node = read_shown_node(asked.node);
    if (!node) return tl::unexpected(node.error());
    out.node = std::make_shared<const node_snapshot>(std::move(*node));
  }
  out.phases = asked.phases;
  out.hooks = asked.hooks;
  return out;
}

}  // namespace ironbus::daemon
