#include "drivers/redfish/bios/bios_values.hpp"

#include "messages/base/text.hpp"
#include "messages/model/snapshot.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

namespace ironbus {

namespace {

constexpr size_t wanted_max = 1000;
constexpr size_t value_bytes_max = 1024;

/// Text form of a value, for comparison and display.
std::string text_of_value(const json& value) {
  return (value.is_string() ? value.get<std::string>() : to_text(value)).substr(0, value_bytes_max);
}

template <class Number>
json number_of_text(const std::string& text) {
  Number out = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), out);
  const bool all = read.ec == std::errc{} && read.ptr == text.data() + text.size();
  return all ? json(out) : json{};
}

/// From -2^63 to 2^64 - 1; null: not a whole number.
json whole_number(const json& value) {
  if (value.is_number_integer()) return value;
  if (!value.is_string()) return {};
  const auto& text = value.get_ref<const std::string&>();
  auto out = number_of_text<int64_t>(text);
  return out.is_null() ? number_of_text<uint64_t>(text) : out;
}

/// Compares whole numbers of both signs.
bool is_less(const json& number, int64_t bound) {
  if (number.is_number_unsigned()) return std::cmp_less(number.get<uint64_t>(), bound);
  return number.get<int64_t>() < bound;
}

bool is_greater(const json& number, int64_t bound) {
  if (number.is_number_unsigned()) return std::cmp_greater(number.get<uint64_t>(), bound);
  return number.get<int64_t>() > bound;
}

/// A value converted for its attribute, or the allowed values.
struct converted_value {
  json value;
  std::string allowed{};  ///< Empty: the value is valid.
};

converted_value to_whole_number(const json& value, const bios_setting& known) {
  auto number = whole_number(value);
  const bool valid = !number.is_null();
  const bool low = valid && known.lower_bound && is_less(number, *known.lower_bound);
  const bool high = valid && known.upper_bound && is_greater(number, *known.upper_bound);
  if (valid && !low && !high) return {std::move(number)};
  std::string allowed = "a whole number";
  if (known.lower_bound) allowed += " from " + std::to_string(*known.lower_bound);
  if (known.upper_bound) allowed += " to " + std::to_string(*known.upper_bound);
  return {{}, allowed};
}

converted_value to_enumeration_value(const json& value, const bios_setting& known) {
  const auto text = text_of_value(value);
  const auto& words = known.allowable_values;
  if (!words.is_array() || std::find(words.begin(), words.end(), text) != words.end())
    return {text};
  std::string allowed;
  for (const auto& word : words)
    if (allowed.size() < value_bytes_max) append_item(allowed, word.get<std::string>());
  return {{}, allowed};
}

converted_value to_text_value(const json& value, const bios_setting& known) {
  const auto text = text_of_value(value);
  const auto length = static_cast<int64_t>(text.size());
  const bool fits =
      length >= known.min_length.value_or(0) && (!known.max_length || length <= *known.max_length);
  if (fits) return {text};
  return {{},
          "a text of " + std::to_string(known.min_length.value_or(0)) + " to " +
              std::to_string(known.max_length.value_or(0)) + " bytes"};
}

converted_value to_boolean_value(const json& value) {
  if (value.is_boolean()) return {value};
  return {lower(text_of_value(value)) == "true"};
}

converted_value convert_value(const json& value, const bios_setting& known) {
  if (known.read_only.value_or(false)) return {{}, "no change, the setting is read-only"};
  const auto type = known.attribute_type.value_or("");
  if (type == "Enumeration") return to_enumeration_value(value, known);
  if (type == "Integer") return to_whole_number(value, known);
  if (type == "Boolean") return to_boolean_value(value);
  if (type == "String") return to_text_value(value, known);
  return {value};
}

/// For an attribute that is in no registry.
json like_present(const json& value, const json& present) {
  if (present.is_number_integer())
    if (auto number = whole_number(value); !number.is_null()) return number;
  if (present.is_boolean()) return to_boolean_value(value).value;
  if (present.is_string()) return text_of_value(value);
  return value;
}

std::string wrong_setting(const json& one) {
  if (!one.is_object() || one.size() != 2 || !one.contains("value"))
    return "it must be an object of name and value";
  const auto name = member_text(one, "name");
  if (name.empty() || name.size() > bios_name_bytes_max)
    return "its name must be a text of 1 to " + std::to_string(bios_name_bytes_max) + " bytes";
  const auto& value = one.at("value");
  if (value.is_structured() || value.is_null())
    return "the value of '" + name + "' must be a text, a number or a boolean";
  if (value.is_string() && value.get_ref<const std::string&>().size() > value_bytes_max)
    return "the value of '" + name + "' is longer than " + std::to_string(value_bytes_max) +
           " bytes";
  return {};
}

}  // namespace

result<std::vector<wanted_setting>> read_wanted_settings(const json& settings) {
  if (!settings.is_array() || settings.empty() || settings.size() > wanted_max)
    return fail(error_code::invalid, "'settings' must be a list of 1 to " +
                                         std::to_string(wanted_max) +
                                         " objects of name and value.");
  std::vector<wanted_setting> out;
  std::set<std::string> names;
  for (const auto& one : settings) {
    if (const auto why = wrong_setting(one); !why.empty())
      return fail(error_code::invalid, "settings/" + std::to_string(out.size()) + ": " + why + ".");
    out.push_back({member_text(one, "name"), one.at("value")});
    if (!names.insert(out.back().name).second)
      return fail(error_code::invalid, "'settings' names '" + out.back().name + "' twice.");
  }
  return out;
}

result<json> as_attributes(const std::vector<wanted_setting>& wanted, const bios_registry& registry,
                           const json& present) {
  auto out = json::object();
  std::string wrong;
  for (const auto& one : wanted) {
    const auto known = registry.find(one.name);
    if (known == registry.end()) {
      out[one.name] = like_present(one.value, present.value(one.name, json{}));
      continue;
    }
    auto judged = convert_value(one.value, known->second);
    if (!judged.allowed.empty())
      append_item(wrong,
                  "'" + one.name + "' is '" + text_of_value(one.value).substr(0, 80) +
                      "', allowed: " + judged.allowed,
                  "; ");
    out[one.name] = std::move(judged.value);
  }
  if (wrong.empty()) return out;
  return fail(error_code::invalid, "Invalid BIOS settings: " + wrong.substr(0, 4096) + ".");
}

bool bios_state::is_pending(const std::string& name) const {
  const auto found = pending.find(name);
  if (found == pending.end()) return false;
  const bool all_are_shown = pending.size() >= current.size();
  return !all_are_shown || *found != current.value(name, json{});
}

bool bios_state::has(const std::string& name, const json& value) const {
  const auto found = current.find(name);
  return found != current.end() && text_of_value(*found) == text_of_value(value) &&
         !is_pending(name);
}

std::vector<std::string> missing_attributes(const json& attributes, const bios_state& state) {
  std::vector<std::string> out;
  for (const auto& [name, value] : attributes.items())
    if (!state.has(name, value)) out.push_back(name);
  return out;
}

std::vector<bios_setting> all_settings(const json& current, const bios_registry& registry) {
  std::vector<bios_setting> out;
  for (const auto& [name, value] : current.items()) {
    if (out.size() >= bios_attributes_max) break;
    if (name.empty() || name.size() > bios_name_bytes_max || value.is_structured()) continue;
    const auto known = registry.find(name);
    auto& setting = out.emplace_back(known == registry.end() ? bios_setting{} : known->second);
    setting.name = name;
    const bool secret = setting.attribute_type == "Password";
    if (!value.is_null() && !secret) setting.value = text_of_value(value);
  }
  return out;
}

}  // namespace ironbus
