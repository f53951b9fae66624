#include "actors/inspection/view.hpp"

#include "messages/events.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace ironbus::inspection {

namespace {

using is_secret = bool (*)(std::string_view key);

bool nothing_is_secret(std::string_view) { return false; }

bool is_secret_of_agent(std::string_view key) {
  return key == "password" || key == "auth_token" || key == "bmc_password";
}

bool hides(is_secret secret, std::string_view key, const json& value) {
  return !value.is_null() && !value.is_boolean() && secret(key);
}

json masked_copy(const json& x, is_secret secret) {
  if (secret == nothing_is_secret || !x.is_structured()) return x;
  json out = x.is_array() ? json::array() : json::object();
  if (x.is_array())
    for (const auto& item : x) out.push_back(masked_copy(item, secret));
  else
    for (const auto& [key, value] : x.items())
      out.emplace(key, hides(secret, key, value) ? json(secret_mask) : masked_copy(value, secret));
  return out;
}

const json* item_at(const json& list, std::string_view text) {
  size_t index = 0;
  const auto* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, index);
  if (read.ec != std::errc{} || read.ptr != end || index >= list.size()) return nullptr;
  return &list[index];
}

const json* child(const json& x, const std::string& key) {
  if (x.is_array()) return item_at(x, key);
  if (!x.is_object()) return nullptr;
  const auto at = x.find(key);
  return at == x.end() ? nullptr : &*at;
}

std::optional<json> walk(const json& root, std::span<const std::string> keys, is_secret secret) {
  const json* at = &root;
  for (size_t i = 0; i < keys.size(); ++i) {
    const auto* next = child(*at, keys[i]);
    if (next == nullptr) return std::nullopt;
    if (at->is_object() && hides(secret, keys[i], *next))
      return i + 1 == keys.size() ? std::optional<json>{secret_mask} : std::nullopt;
    at = next;
  }
  return masked_copy(*at, secret);
}

struct root_row {
  std::string_view name;
  json documents::*document;
  is_secret secret;
};

constexpr std::array roots{
    root_row{"node", &documents::node, is_secret_key},
    root_row{"ports", &documents::ports, is_secret_key},
    root_row{"port_groups", &documents::port_groups, is_secret_key},
    root_row{"inventory", &documents::inventory, is_secret_of_agent},
    root_row{"plugin_data", &documents::plugin_data, is_secret_of_agent},
};

const root_row* root_named(std::string_view name) {
  const auto* at =
      std::find_if(roots.begin(), roots.end(), [&](const auto& row) { return row.name == name; });
  return at == roots.end() ? nullptr : at;
}

}  // namespace

bool is_view_name(std::string_view name) { return name == "item" || root_named(name) != nullptr; }

std::optional<json> view::find_in_node(std::span<const std::string> keys) const {
  if (of_.node.is_null() || keys.empty()) return std::nullopt;
  if (keys[0] == "traits") return walk(json(of_.traits), keys.subspan(1), nothing_is_secret);
  if (keys[0] != "auto_discovered") return std::nullopt;
  const auto at = of_.plugin_data.find("auto_discovered");
  const bool found = at != of_.plugin_data.end() && *at == true;
  return keys.size() == 1 ? std::optional<json>{found} : std::nullopt;
}

std::optional<json> view::find(std::span<const std::string> path) const {
  const auto keys = path.subspan(1);
  if (path[0] == "item") {
    if (item_ == nullptr) return std::nullopt;
    return walk(*item_, keys, nothing_is_secret);
  }
  const auto* root = root_named(path[0]);
  if (root == nullptr) return std::nullopt;
  if (path[0] == "node") {
    if (auto extra = find_in_node(keys)) return extra;
    if (of_.node.is_null()) return std::nullopt;
  }
  return walk(of_.*(root->document), keys, masked_ ? root->secret : nothing_is_secret);
}

}  // namespace ironbus::inspection
