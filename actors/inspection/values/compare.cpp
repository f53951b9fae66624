#include "actors/inspection/values/compare.hpp"

#include "actors/inspection/values/textual.hpp"

#include <cctype>
#include <charconv>

namespace ironbus::inspection {

namespace {

bool counts(const json& x) { return x.is_number() || x.is_boolean(); }

/// A long double holds every 64-bit integer exactly.
long double size_of(const json& value) {
  if (value.is_boolean()) return value.get<bool>() ? 1 : 0;
  if (value.is_number_unsigned()) return value.get<uint64_t>();
  if (value.is_number_integer()) return value.get<int64_t>();
  return value.get<double>();
}

bool same_items(const json& left, const json& right);

bool same(const json& left, const json& right) {
  if (counts(left) && counts(right)) return size_of(left) == size_of(right);
  if (left.type() != right.type()) return false;
  return left.is_structured() ? same_items(left, right) : left == right;
}

bool same_items(const json& left, const json& right) {
  if (left.size() != right.size()) return false;
  if (left.is_array()) return std::equal(left.begin(), left.end(), right.begin(), same);
  for (const auto& [key, value] : left.items()) {
    const auto other = right.find(key);
    if (other == right.end() || !same(value, *other)) return false;
  }
  return true;
}

std::optional<long double> number_in(const json& value) {
  const auto& text = value.get_ref<const std::string&>();
  const size_t first = text.starts_with('-') ? 1 : 0;
  if (text.size() <= first || std::isdigit(static_cast<unsigned char>(text[first])) == 0) return {};
  long double out = 0;
  const auto* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, out);
  if (read.ec != std::errc{} || read.ptr != end) return {};
  return out;
}

/// Both as numbers, if one is a number and the other a numeric text.
std::optional<std::pair<long double, long double>> as_numbers(const json& left, const json& right) {
  if (left.is_string() && right.is_number())
    if (const auto x = number_in(left)) return std::pair{*x, size_of(right)};
  if (left.is_number() && right.is_string())
    if (const auto y = number_in(right)) return std::pair{size_of(left), *y};
  return std::nullopt;
}

std::optional<std::partial_ordering> order_of(const json& left, const json& right) {
  if (counts(left) && counts(right)) return size_of(left) <=> size_of(right);
  if (left.is_string() && right.is_string())
    return left.get_ref<const std::string&>() <=> right.get_ref<const std::string&>();
  if (!left.is_array() || !right.is_array()) return std::nullopt;
  for (size_t i = 0; i < left.size() && i < right.size(); ++i)
    if (!same(left[i], right[i])) return order_of(left[i], right[i]);
  return left.size() <=> right.size();
}

}  // namespace

bool equal(const operand& left, const operand& right) {
  if (same(left.value, right.value)) return true;
  if (!left.from_data && !right.from_data) return false;
  if (left.value.is_string() == right.value.is_string()) return false;
  if (left.value.is_structured() || right.value.is_structured()) return false;
  if (const auto numbers = as_numbers(left.value, right.value))
    return numbers->first == numbers->second;
  return textual(left.value) == textual(right.value);
}

std::optional<std::partial_ordering> order(const operand& left, const operand& right) {
  if (left.from_data || right.from_data)
    if (const auto numbers = as_numbers(left.value, right.value))
      return numbers->first <=> numbers->second;
  return order_of(left.value, right.value);
}

}  // namespace ironbus::inspection
