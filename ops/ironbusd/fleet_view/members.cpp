#include "ops/ironbusd/fleet_view/members.hpp"

#include "messages/base/text.hpp"

namespace ironbus::fleet_view {

const json& member_value(const json& object, std::string_view key) {
  static const json nothing;
  if (!object.is_object()) return nothing;
  const auto found = object.find(key);
  return found == object.end() ? nothing : *found;
}

std::optional<int64_t> member_number(const json& object, std::string_view key) {
  const auto& value = member_value(object, key);
  return value.is_number_integer() ? std::optional{value.get<int64_t>()} : std::nullopt;
}

std::optional<timestamp> member_time(const json& object, std::string_view key) {
  const auto read = parse_timestamp(member_text(object, key));
  return read ? std::optional{*read} : std::nullopt;
}

bool member_flag(const json& object, std::string_view key) {
  const auto& value = member_value(object, key);
  return value.is_boolean() && value.get<bool>();
}

const json& member_list(const json& object, std::string_view key) {
  static const json empty = json::array();
  const auto& value = member_value(object, key);
  return value.is_array() ? value : empty;
}

json text_or_null(const std::string& text) { return text.empty() ? json{} : json(text); }

}  // namespace ironbus::fleet_view
