#include "actors/inspection/values/compare.hpp"

#include "actors/inspection/values/textual.hpp"

#include <cctype>
#include <charconv>

namespace ironbus::inspection {

namespace {

bool counts(const json& x) { return x.is_number() || x.is_boolean(); }

/// A long double holds every 64-bit integer exactly.
long double size_of(const json& x) {
  if (x.is_boolean()) return x.get<bool>() ? 1 : 0;
  if (x.is_number_unsigned()) return x.get<uint64_t>();
  if (x.is_number_integer()) return x.get<int64_t>();
  return x.get<double>();
}

bool same_items(const json& a, const json& b);

bool same(const json& a, const json& b) {
  if (counts(a) && counts(b)) return size_of(a) == size_of(b);
  if (a.type() != b.type()) return false;
  return a.is_structured() ? same_items(a, b) : a == b;
}

bool same_items(const json& a, const json& b) {
  if (a.size() != b.size()) return false;
  if (a.is_array()) return std::equal(a.begin(), a.end(), b.begin(), same);
  for (const auto& [key, value] : a.items()) {
    const auto other = b.find(key);
    if (other == b.end() || !same(value, *other)) return false;
  }
  return true;
}

std::optional<long double> number_in(const json& x) {
  const auto& text = x.get_ref<const std::string&>();
  const size_t first = text.starts_with('-') ? 1 : 0;
  if (text.size() <= first || std::isdigit(static_cast<unsigned char>(text[first])) == 0) return {};
  long double out = 0;
  const auto* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, out);
  if (read.ec != std::errc{} || read.ptr != end) return {};
  return out;
}

/// The two as numbers, if one is a number and the other a text that reads as one.
std::optional<std::pair<long double, long double>> as_numbers(const json& a, const json& b) {
  if (a.is_string() && b.is_number())
    if (const auto x = number_in(a)) return std::pair{*x, size_of(b)};
  if (a.is_number() && b.is_string())
    if (const auto y = number_in(b)) return std::pair{size_of(a), *y};
  return std::nullopt;
}

std::optional<std::partial_ordering> order_of(const json& a, const json& b) {
  if (counts(a) && counts(b)) return size_of(a) <=> size_of(b);
  if (a.is_string() && b.is_string())
    return a.get_ref<const std::string&>() <=> b.get_ref<const std::string&>();
  if (!a.is_array() || !b.is_array()) return std::nullopt;
  for (size_t i = 0; i < a.size() && i < b.size(); ++i)
    if (!same(a[i], b[i])) return order_of(a[i], b[i]);
  return a.size() <=> b.size();
}

}  // namespace

bool equal(const operand& a, const operand& b) {
  if (same(a.value, b.value)) return true;
  if (!a.from_data && !b.from_data) return false;
  if (a.value.is_string() == b.value.is_string()) return false;
  if (a.value.is_structured() || b.value.is_structured()) return false;
  if (const auto numbers = as_numbers(a.value, b.value)) return numbers->first == numbers->second;
  return textual(a.value) == textual(b.value);
}

std::optional<std::partial_ordering> order(const operand& a, const operand& b) {
  if (a.from_data || b.from_data)
    if (const auto numbers = as_numbers(a.value, b.value))
      return numbers->first <=> numbers->second;
  return order_of(a.value, b.value);
}

}  // namespace ironbus::inspection
