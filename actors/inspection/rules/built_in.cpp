#include "actors/inspection/rules/built_in.hpp"

#include "messages/ports/inspection_port.hpp"

#include <array>
#include <cstdio>
#include <set>

namespace ironbus::inspection {

namespace {

tl::unexpected<failure> in_rule(size_t i, const std::string& why) {
  return fail(error_code::invalid, "Built-in rule " + std::to_string(i + 1) + ": " + why);
}

result<built_in_rule> read_one(const json& source, size_t index) {
  auto checked = check_rule(source, rule_origin::built_in);
  if (!checked) return in_rule(index, checked.error().message);
  if ((*checked)["uuid"].is_null()) (*checked)["uuid"] = uuid_of_place(index);
  auto compiled = compile_rule(*checked, rule_origin::built_in);
  if (!compiled) return in_rule(index, compiled.error().message);
  return built_in_rule{std::move(*checked), std::move(*compiled)};
}

}  // namespace

std::string uuid_of_place(size_t index) {
  std::array<char, 16> place{};
  std::snprintf(place.data(), place.size(), "%012zx", index);
  return std::string{built_in_rule_prefix} + place.data();
}

result<std::vector<built_in_rule>> read_built_in_rules(const std::string& yaml) {
  const auto list = read_yaml(yaml);
  if (!list) return tl::unexpected(list.error());
  if (list->is_null()) return std::vector<built_in_rule>{};
  if (!list->is_array()) return fail(error_code::invalid, "Built-in rules must be a list.");
  std::vector<built_in_rule> out;
  std::set<std::string> seen;
  for (size_t i = 0; i < list->size(); ++i) {
    auto one = read_one((*list)[i], i);
    if (!one) return tl::unexpected(one.error());
    if (!seen.insert(one->compiled->uuid).second) return in_rule(i, "its UUID occurs twice.");
    out.push_back(std::move(*one));
  }
  return out;
}

}  // namespace ironbus::inspection
