#include "tests/fuzz/rule_values.hpp"

#include <regex>

namespace ironbus {

std::vector<std::string> parts_of(const std::string& text, const std::string& marks) {
  std::vector<std::string> out{""};
  for (const char c : text) {
    if (marks.find(c) == std::string::npos)
      out.back() += c;
    else
      out.emplace_back();
  }
  std::erase(out, "");
  return out;
}

bool is_index(const std::string& key) {
  return !key.empty() && key.find_first_not_of("0123456789") == std::string::npos;
}

const json* value_below(const json& holder, const std::string& key) {
  if (holder.is_object()) {
    const auto found = holder.find(key);
    return found == holder.end() ? nullptr : &*found;
  }
  if (!holder.is_array() || !is_index(key) || std::stoul(key) >= holder.size()) return nullptr;
  return &holder[std::stoul(key)];
}

known_value value_of(const json& written, const json& documents) {
  if (!written.is_string()) return {written};
  const auto& text = written.get_ref<const std::string&>();
  if (!text.starts_with('{') || !text.ends_with('}')) return {written};
  const json* at = &documents;
  for (const auto& key : parts_of(text.substr(1, text.size() - 2), ".[]")) {
    at = value_below(*at, key);
    if (at == nullptr) return {written, true, true};
  }
  return {*at, true};
}

std::string python(const json& value, bool quoted) {
  if (value.is_null()) return "None";
  if (value.is_boolean()) return value == true ? "True" : "False";
  if (value.is_string()) {
    const auto text = value.get<std::string>();
    return quoted ? "'" + text + "'" : text;
  }
  if (!value.is_structured()) return value.dump();
  std::string out;
  for (const auto& [key, item] : value.items())
    out += (out.empty() ? "" : ", ") + (value.is_object() ? "'" + key + "': " : "") +
           python(item, true);
  return value.is_object() ? "{" + out + "}" : "[" + out + "]";
}

std::optional<int64_t> number_of(const json& value) {
  if (value.is_boolean()) return value == true ? 1 : 0;
  if (value.is_number()) return value.get<int64_t>();
  return std::nullopt;
}

static std::optional<int64_t> digits_of(const json& value) {
  static const std::regex whole{"-?[0-9]{1,9}"};
  if (!value.is_string() || !std::regex_match(value.get<std::string>(), whole)) return std::nullopt;
  return std::stoll(value.get<std::string>());
}

/// One value is a number, the other one a text with a number.
static std::optional<std::pair<int64_t, int64_t>> numbers_of(const json& a, const json& b) {
  if (a.is_number() && digits_of(b)) return std::pair{*number_of(a), *digits_of(b)};
  if (b.is_number() && digits_of(a)) return std::pair{*digits_of(a), *number_of(b)};
  return std::nullopt;
}

bool alike(const json& a, const json& b) {
  if (number_of(a) && number_of(b)) return *number_of(a) == *number_of(b);
  if (!a.is_structured() || a.type() != b.type() || a.size() != b.size()) return a == b;
  if (a.is_object()) {
    for (const auto& [key, value] : a.items())
      if (!b.contains(key) || !alike(value, b[key])) return false;
    return true;
  }
  for (size_t i = 0; i < a.size(); ++i)
    if (!alike(a[i], b[i])) return false;
  return true;
}

bool equal_values(const known_value& a, const known_value& b) {
  if (alike(a.value, b.value)) return true;
  if ((!a.from_data && !b.from_data) || a.value.is_string() == b.value.is_string()) return false;
  if (a.value.is_structured() || b.value.is_structured()) return false;
  if (const auto both = numbers_of(a.value, b.value)) return both->first == both->second;
  return python(a.value) == python(b.value);
}

static int order_of_values(const json& a, const json& b) {
  if (number_of(a) && number_of(b))
    return (*number_of(a) > *number_of(b)) - (*number_of(a) < *number_of(b));
  if (a.is_string() && b.is_string()) return a.get<std::string>().compare(b.get<std::string>());
  if (!a.is_array() || !b.is_array()) throw rule_fails{};
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    if (!alike(a[i], b[i])) return order_of_values(a[i], b[i]);
  return a.size() < b.size() ? -1 : a.size() > b.size() ? 1 : 0;
}

int order_of_known(const known_value& a, const known_value& b) {
  if (a.from_data || b.from_data)
    if (const auto both = numbers_of(a.value, b.value))
      return (both->first > both->second) - (both->first < both->second);
  return order_of_values(a.value, b.value);
}

}  // namespace ironbus
