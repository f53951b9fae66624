#include "actors/inspection/values/view.hpp"

#include "messages/base/secrets.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace ironbus::inspection {

namespace {

/// How a document is masked; null: not at all.
struct masking {
  bool (*hides)(const json& object, std::string_view key);
  json (*copy)(json x);
  std::string_view mask;
};

bool is_secret_of_agent(const json&, std::string_view key) {
  return key == "password" || key == "auth_token" || key == "bmc_password";
}

bool hides(const masking* mask, const json& object, std::string_view key, const json& value) {
  return mask != nullptr && !value.is_null() && !value.is_boolean() && mask->hides(object, key);
}

json mask_secrets_of_agent(json document);

constexpr masking as_api{is_secret_member, mask_secrets, masked_value};
constexpr masking of_agent{is_secret_of_agent, mask_secrets_of_agent, agent_secret_mask};

json mask_secrets_of_agent(json document) {
  if (document.is_array())
    for (auto& item : document) item = mask_secrets_of_agent(std::move(item));
  if (!document.is_object()) return document;
  for (auto& [key, value] : document.items())
    value = hides(&of_agent, document, key, value) ? json(agent_secret_mask)
                                                   : mask_secrets_of_agent(std::move(value));
  return document;
}

const json* item_at(const json& list, std::string_view text) {
  size_t index = 0;
  const auto* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, index);
  if (read.ec != std::errc{} || read.ptr != end || index >= list.size()) return nullptr;
  return &list[index];
}

const json* child(const json& value, const std::string& key) {
  if (value.is_array()) return item_at(value, key);
  if (!value.is_object()) return nullptr;
  const auto found = value.find(key);
  return found == value.end() ? nullptr : &*found;
}

std::optional<json> walk(const json& root, std::span<const std::string> keys, const masking* mask) {
  const json* value = &root;
  for (size_t i = 0; i < keys.size(); ++i) {
    const auto* next = child(*value, keys[i]);
    if (next == nullptr) return std::nullopt;
    if (value->is_object() && hides(mask, *value, keys[i], *next))
      return i + 1 == keys.size() ? std::optional<json>{mask->mask} : std::nullopt;
    value = next;
  }
  json found = *value;
  return mask != nullptr ? mask->copy(std::move(found)) : found;
}

struct root_row {
  std::string_view name;
  json documents::*document;
  const masking* secrets;
};

constexpr std::array roots{
    root_row{"node", &documents::node, &as_api},
    root_row{"ports", &documents::ports, &as_api},
    root_row{"port_groups", &documents::port_groups, &as_api},
    root_row{"inventory", &documents::inventory, &of_agent},
    root_row{"plugin_data", &documents::plugin_data, &of_agent},
};

const root_row* root_named(std::string_view name) {
  const auto* found =
      std::find_if(roots.begin(), roots.end(), [&](const auto& row) { return row.name == name; });
  return found == roots.end() ? nullptr : found;
}

}  // namespace

bool is_view_name(std::string_view name) { return name == "item" || root_named(name) != nullptr; }

std::optional<json> view::find_in_node(std::span<const std::string> keys) const {
  if (documents_.node.is_null() || keys.empty()) return std::nullopt;
  if (keys[0] == "traits") return walk(json(documents_.traits), keys.subspan(1), nullptr);
  if (keys[0] != "auto_discovered") return std::nullopt;
  const auto position = documents_.plugin_data.find("auto_discovered");
  const bool found = position != documents_.plugin_data.end() && *position == true;
  return keys.size() == 1 ? std::optional<json>{found} : std::nullopt;
}

std::optional<json> view::find(std::span<const std::string> path) const {
  const auto keys = path.subspan(1);
  if (path[0] == "item") {
    if (item_ == nullptr) return std::nullopt;
    return walk(*item_, keys, nullptr);
  }
  const auto* root = root_named(path[0]);
  if (root == nullptr) return std::nullopt;
  if (path[0] == "node") {
    if (auto extra = find_in_node(keys)) return extra;
    if (documents_.node.is_null()) return std::nullopt;
  }
  return walk(documents_.*(root->document), keys, masked_ ? root->secrets : nullptr);
}

}  // namespace ironbus::inspection
