#include "messages/base/secrets.hpp"

#include <algorithm>

namespace ironbus {

namespace {

tl::unexpected<failure> in_doubt(const std::string& place) {
  return fail(error_code::invalid,
              "'" + std::string{masked_value} + "' at '" + place.substr(0, 256) +
                  "' cannot be matched with a stored value; send the value itself.");
}

/// Whether a text contains a mask as mask_text() leaves it.
bool holds_mask(const std::string& text) {
  const std::string mask{masked_value};
  return text.find(mask + "@") != std::string::npos || text.find("=" + mask) != std::string::npos;
}

bool holds_mask(const json& value) {
  if (value.is_string())
    return value == masked_value || holds_mask(value.get_ref<const std::string&>());
  return value.is_structured() &&
         std::any_of(value.begin(), value.end(), [](const json& y) { return holds_mask(y); });
}

/// Items have no name to look them up by. So an item with masks must equal a stored item as it is
/// shown; if several are shown alike, they must be equal.
result<std::monostate> keep_item(json& now, const json& before, const std::string& place) {
  const json* found = nullptr;
  if (before.is_array())
    for (const auto& old : before) {
      if (mask_secrets(old) != now) continue;
      if (found != nullptr && *found != old) return in_doubt(place);
      found = &old;
    }
  if (found == nullptr) return in_doubt(place);
  now = *found;
  return {};
}

/// The member of that key. Null if there is none, or if it belongs to another name: {"name",
/// "value"} with a different name.
const json& member_of(const json& before, const json& now, const std::string& key) {
  static const json nothing;
  if (!before.is_object()) return nothing;
  const auto found = before.find(key);
  if (found == before.end() || !is_secret_member(before, key)) return nothing;
  if (!is_secret_key(key))
    for (const auto* name : {"name", "key", "attribute", "path"})
      if (now.value(name, json{}) != before.value(name, json{})) return nothing;
  return *found;
}

result<std::monostate> keep_members(json& now, const json& before, const std::string& place) {
  static const json nothing;
  for (auto& [key, value] : now.items()) {
    const auto name = place + "/" + key;
    if (value == masked_value && is_secret_member(now, key)) {
      const auto& old = member_of(before, now, key);
      if (old.is_null()) return in_doubt(name);
      value = old;
      continue;
    }
    const auto old = before.is_object() ? before.find(key) : before.end();
    if (auto ok =
            keep_masked(value, before.is_object() && old != before.end() ? *old : nothing, name);
        !ok)
      return ok;
  }
  return {};
}

}  // namespace

result<std::monostate> keep_masked(json& now, const json& before, const std::string& place) {
  if (now.is_object()) return keep_members(now, before, place);
  if (now.is_string()) {
    const auto& text = now.get_ref<const std::string&>();
    if (!holds_mask(text) || now == before) return {};
    if (!before.is_string() || mask_text(before.get<std::string>()) != text) return in_doubt(place);
    now = before;
    return {};
  }
  if (!now.is_array()) return {};
  for (size_t i = 0; i < now.size(); ++i)
    if (holds_mask(now[i]))
      if (auto ok = keep_item(now[i], before, place + "/" + std::to_string(i)); !ok) return ok;
  return {};
}

}  // namespace ironbus
