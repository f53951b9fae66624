#include "messages/base/yaml.hpp"

#include "actors/inspection/rules/built_in.hpp"

#include <charconv>

namespace ironbus::inspection {

namespace {

template <class T>
std::optional<T> yaml_number_of(const std::string& text) {
  T out{};
  const auto* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, out);
  if (text.empty() || read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  return out;
}

/// The core schema of YAML 1.2, as far as rules need it.
json plain_scalar(const std::string& text) {
  if (text.empty() || text == "~" || text == "null" || text == "Null") return nullptr;
  if (text == "true" || text == "True") return true;
  if (text == "false" || text == "False") return false;
  if (const auto whole = yaml_number_of<int64_t>(text)) return *whole;
  const bool digits = text.find_first_not_of("+-.0123456789eE") == std::string::npos;
  if (const auto real = yaml_number_of<double>(text); real && digits) return *real;
  return text;
}

json rule_scalar(const std::string& text, bool quoted) {
  return quoted ? json(text) : plain_scalar(text);
}

}  // namespace

result<json> read_yaml(const std::string& text) {
  auto read = load_yaml(text).and_then(
      [](const YAML::Node& root) { return read_yaml_value(root, rule_scalar); });
  if (read) return *std::move(read);
  return fail(error_code::invalid,
              "YAML, line " + std::to_string(read.error().line) + ": " + read.error().what + ".");
}

}  // namespace ironbus::inspection
