#include "actors/inspection/rules/rule.hpp"

#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus::inspection {

namespace {

struct phase_row {
  rule_phase phase;
  std::string_view name;
};
constexpr std::array phases{phase_row{rule_phase::early, "early"},
                            phase_row{rule_phase::preprocess, "preprocess"},
                            phase_row{rule_phase::main, "main"}};

struct join_row {
  loop_join join;
  std::string_view name;
};
constexpr std::array joins{join_row{loop_join::any, "any"}, join_row{loop_join::all, "all"},
                           join_row{loop_join::first, "first"}, join_row{loop_join::last, "last"}};

constexpr std::array<std::string_view, 4> condition_keys{"op", "args", "loop", "multiple"};
constexpr std::array<std::string_view, 3> action_keys{"op", "args", "loop"};

tl::unexpected<failure> refuse_part(const std::string& text) {
  return fail(error_code::invalid, text);
}

result<std::string> op_of(const json& source, std::span<const std::string_view> keys) {
  if (!source.is_object()) return refuse_part("it must be an object");
  for (const auto& [key, value] : source.items())
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      return refuse_part("unexpected key '" + key.substr(0, 64) + "'");
  const auto op = source.find("op");
  if (op == source.end() || !op->is_string()) return refuse_part("'op' must be a string");
  return op->get<std::string>();
}

template <class Row>
std::string names_in(std::span<const Row> rows) {
  return join(rows, [](const auto& row) { return row.form.name; });
}

result<loop_join> join_of(const json& source) {
  const auto found = source.find("multiple");
  if (found == source.end()) return loop_join::any;
  for (const auto& row : joins)
    if (*found == row.name) return row.join;
  return refuse_part("'multiple' must be any, all, first or last");
}

}  // namespace

std::string_view to_string(rule_phase x) { return phases[static_cast<size_t>(x)].name; }

std::optional<rule_phase> phase_from(std::string_view name) {
  for (const auto& row : phases)
    if (row.name == name) return row.phase;
  return std::nullopt;
}

result<rule_condition> compile_condition(const json& source) {
  const auto op = op_of(source, condition_keys);
  if (!op) return tl::unexpected(op.error());
  const auto name = read_operator(*op);
  const auto* info = find_condition(name.name);
  if (info == nullptr)
    return refuse_part("there is no condition '" + op->substr(0, 64) +
                       "'; allowed: " + names_in(all_conditions()));
  const auto join = join_of(source);
  if (!join) return tl::unexpected(join.error());
  auto what = operation::compile(info->form, source);
  if (!what) return tl::unexpected(what.error());
  return rule_condition{info, name.inverted, *join, std::move(*what)};
}

result<rule_action> compile_action(const json& source) {
  const auto op = op_of(source, action_keys);
  if (!op) return tl::unexpected(op.error());
  const auto* info = find_action(*op);
  if (info == nullptr)
    return refuse_part("there is no action '" + op->substr(0, 64) +
                       "'; allowed: " + names_in(all_actions()));
  auto what = operation::compile(info->form, source);
  if (!what) return tl::unexpected(what.error());
  return rule_action{info, std::move(*what)};
}

}  // namespace ironbus::inspection
