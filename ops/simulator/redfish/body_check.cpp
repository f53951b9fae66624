#include "ops/simulator/redfish/body_check.hpp"

#include <algorithm>

namespace ironbus::simulator {

namespace {

bool is_of(value_kind kind, const json& value) {
  switch (kind) {
    case value_kind::text: return value.is_string();
    case value_kind::text_or_null: return value.is_string() || value.is_null();
    case value_kind::whole_number: return value.is_number_integer();
    case value_kind::boolean: return value.is_boolean();
    case value_kind::object: return value.is_object();
    case value_kind::list: return value.is_array();
    case value_kind::texts:
      return value.is_array() &&
             std::ranges::all_of(value, [](const json& item) { return item.is_string(); });
  }
  return false;
}

bool is_listed(const member_rule& rule, const json& value) {
  return rule.values.empty() || !value.is_string() ||
         has_item(rule.values, value.get<std::string>());
}

// Long values are shortened.
std::string shown_value(const json& value) {
  return (value.is_string() ? value.get<std::string>() : to_text(value)).substr(0, 200);
}

const member_rule* find_rule(std::span<const member_rule> rules, std::string_view name) {
  const auto found = std::ranges::find(rules, name, &member_rule::name);
  return found == rules.end() ? nullptr : &*found;
}

}  // namespace

std::optional<fault> check_properties(const json& body, std::span<const member_rule> rules,
                                      const json& shown, const std::string& pointer) {
  if (body.empty()) return fault{"EmptyJSON"};
  for (const auto& [name, value] : body.items()) {
    const auto place = pointer + "/" + name;
    const auto* rule = find_rule(rules, name);
    if (rule == nullptr)
      return fault{shown.contains(name) ? "PropertyNotWritable" : "PropertyUnknown", {name}, place};
    if (!is_of(rule->kind, value))
      return fault{"PropertyValueTypeError", {shown_value(value), name}, place};
    if (!is_listed(*rule, value))
      return fault{"PropertyValueNotInList", {shown_value(value), name}, place};
  }
  for (const auto& rule : rules)
    if (rule.required && !body.contains(rule.name))
      return fault{
          "PropertyMissing", {std::string{rule.name}}, pointer + "/" + std::string{rule.name}};
  return std::nullopt;
}

std::optional<fault> check_parameters(const json& body, std::span<const member_rule> rules,
                                      std::string_view action) {
  const std::string act{action};
  const auto given = body.is_null() ? json::object() : body;
  for (const auto& [name, value] : given.items()) {
    const auto place = "#/" + name;
    const auto* rule = find_rule(rules, name);
    if (rule == nullptr) return fault{"ActionParameterUnknown", {act, name}, place};
    if (!is_of(rule->kind, value))
      return fault{"ActionParameterValueTypeError", {shown_value(value), name, act}, place};
    if (!is_listed(*rule, value))
      return fault{"ActionParameterValueNotInList", {shown_value(value), name, act}, place};
  }
  for (const auto& rule : rules)
    if (rule.required && !given.contains(rule.name)) {
      const std::string name{rule.name};
      return fault{"ActionParameterMissing", {act, name}, "#/" + name};
    }
  return std::nullopt;
}

}  // namespace ironbus::simulator
