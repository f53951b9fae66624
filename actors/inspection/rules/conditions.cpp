#include "actors/inspection/rules/conditions.hpp"

#include "actors/inspection/values/compare.hpp"
#include "actors/inspection/values/network.hpp"
#include "actors/inspection/values/textual.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace ironbus::inspection {

namespace {

// -- eq, lt, gt: each adjacent pair of values -----------------------------------------------------

constexpr std::array pair_parameters{
    parameter{"values", is_list},
    parameter{"force_strings", is_flag, "false"},
};

operand nth_operand(const arguments& arguments, size_t index) {
  const auto& value = arguments.argument(0)[index];
  if (arguments.argument(1).get<bool>()) return {textual(value), false};
  return {value, arguments.item_from_data(0, index)};
}

using pair_rule = result<bool> (*)(const operand&, const operand&);

result<bool> each_pair(const arguments& arguments, pair_rule rule) {
  for (size_t i = 1; i < arguments.argument(0).size(); ++i) {
    auto holds = rule(nth_operand(arguments, i - 1), nth_operand(arguments, i));
    if (!holds || !*holds) return holds;
  }
  return true;
}

result<bool> ordered(const operand& left, const operand& right,
                     bool (*wanted)(std::partial_ordering)) {
  const auto found = order(left, right);
  if (!found)
    return fail(error_code::invalid, std::string{"a value of type "} + left.value.type_name() +
                                         " cannot be compared with one of type " +
                                         right.value.type_name());
  return wanted(*found);
}

result<bool> all_equal(const arguments& x) {
  return each_pair(x,
                   [](const operand& a, const operand& b) -> result<bool> { return equal(a, b); });
}

result<bool> all_less(const arguments& arguments) {
  return each_pair(arguments, [](const operand& a, const operand& b) {
    return ordered(a, b, [](std::partial_ordering found) { return std::is_lt(found); });
  });
}

result<bool> all_greater(const arguments& arguments) {
  return each_pair(arguments, [](const operand& a, const operand& b) {
    return ordered(a, b, [](std::partial_ordering found) { return std::is_gt(found); });
  });
}

// -- is-…: one value ------------------------------------------------------------------------------

constexpr std::array value_parameter{parameter{"value", is_anything}};

bool reads_as(const json& value, std::string_view left, std::string_view right) {
  if (!value.is_string()) return false;
  const auto text = lower(value.get_ref<const std::string&>());
  return text == left || text == right;
}

/// A missing value counts as null here, so that a rule can test for it.
bool is_null(const arguments& x) { return x.missing(0) || x.argument(0).is_null(); }

result<bool> value_is_empty(const arguments& arguments) {
  constexpr std::array<std::string_view, 4> empty_forms{"", "None", "[]", "{}"};
  if (is_null(arguments)) return true;
  const auto& value = arguments.argument(0);
  if (value.is_structured()) return value.empty();
  return value.is_string() && std::find(empty_forms.begin(), empty_forms.end(),
                                        value.get<std::string>()) != empty_forms.end();
}

result<bool> value_is_none(const arguments& x) { return is_null(x); }

result<bool> value_is_true(const arguments& arguments) {
  const auto& value = arguments.argument(0);
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number()) return value.get<double>() != 0;
  return reads_as(value, "yes", "true");
}

result<bool> value_is_false(const arguments& arguments) {
  const auto& value = arguments.argument(0);
  if (value.is_boolean()) return !value.get<bool>();
  if (value.is_number()) return value.get<double>() == 0;
  return value.is_null() || reads_as(value, "no", "false");
}

// -- the rest -------------------------------------------------------------------------------------

constexpr std::array net_parameters{
    parameter{"address", is_address},
    parameter{"subnet", is_network},
};

result<bool> address_in_net(const arguments& x) {
  return contains(*parse_network(x.text(1)), *parse_address(x.text(0)));
}

constexpr std::array regex_parameters{
    parameter{"value", is_anything},
    parameter{"regex", is_text, {}, true},
};

result<bool> value_matches(const arguments& x) {
  return x.regex(1).matches(textual(x.argument(0)));
}

result<bool> value_contains(const arguments& x) {
  return x.regex(1).found_in(textual(x.argument(0)));
}

constexpr std::array one_of_parameters{
    parameter{"value", is_anything},
    parameter{"values", is_list, "[]"},
};

result<bool> value_is_one_of(const arguments& arguments) {
  const auto& values = arguments.argument(1);
  const operand value{arguments.argument(0), arguments.from_data(0)};
  for (size_t i = 0; i < values.size(); ++i)
    if (equal(value, {values[i], arguments.item_from_data(1, i)})) return true;
  return false;
}

constexpr std::array conditions{
    condition_info{{"eq", pair_parameters, true}, all_equal},
    condition_info{{"lt", pair_parameters, true}, all_less},
    condition_info{{"gt", pair_parameters, true}, all_greater},
    condition_info{{"is-empty", value_parameter}, value_is_empty},
    condition_info{{"is-none", value_parameter}, value_is_none},
    condition_info{{"is-true", value_parameter}, value_is_true},
    condition_info{{"is-false", value_parameter}, value_is_false},
    condition_info{{"in-net", net_parameters}, address_in_net},
    condition_info{{"matches", regex_parameters}, value_matches},
    condition_info{{"contains", regex_parameters}, value_contains},
    condition_info{{"one-of", one_of_parameters}, value_is_one_of},
};

}  // namespace

std::span<const condition_info> all_conditions() { return conditions; }

const condition_info* find_condition(std::string_view name) {
  for (const auto& row : conditions)
    if (row.form.name == name) return &row;
  return nullptr;
}

}  // namespace ironbus::inspection
