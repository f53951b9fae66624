#include "gateways/http/services/network_data.hpp"

#include "gateways/http/services/network_data_schema_text.hpp"

// Without it valijson aborts the process on a wrong schema.
#define VALIJSON_USE_EXCEPTIONS 1
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <regex>

namespace ironbus::http {

namespace {

using adapter = valijson::adapters::NlohmannJsonAdapter;

/// The regex matcher recurses once per character of the text.
constexpr size_t text_max = 1024;
constexpr size_t reasons_max = 5;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string both_cases(char c) {
  return {static_cast<char>(c | 0x20), static_cast<char>(c & ~0x20)};
}

/// Removes a leading "(?i)" from a pattern. Schemas written for other languages have it, but JSON
/// Schema does not define it.
std::string without_case(std::string_view pattern) {
  std::string out;
  bool in_class = false;
  for (size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    const bool range = in_class && i + 2 < pattern.size() && pattern[i + 1] == '-' &&
                       is_letter(c) && is_letter(pattern[i + 2]);
    if (c == '\\' && i + 1 < pattern.size()) {
      out.append(pattern.substr(i++, 2));
    } else if (range) {
      const auto source = both_cases(c);
      const auto target = both_cases(pattern[i += 2]);
      for (size_t n : {0, 1}) out.append({source[n], '-', target[n]});
    } else if (is_letter(c)) {
      out.append(in_class ? both_cases(c) : "[" + both_cases(c) + "]");
    } else {
      in_class = c == '[' || (in_class && c != ']');
      out += c;
    }
  }
  return out;
}

/// Rewrites all patterns of a schema into a supported form. Throws std::regex_error for an invalid
/// one.
void normalize_patterns(json& schema) {
  static constexpr std::string_view no_case = "(?i)";
  if (!schema.is_structured()) return;
  for (auto& inner : schema) normalize_patterns(inner);
  if (!schema.is_object()) return;
  if (auto found = schema.find("pattern"); found != schema.end() && found->is_string()) {
    auto text = found->get<std::string>();
    if (text.starts_with(no_case)) text = without_case(std::string_view{text}.substr(4));
    const std::regex tried{text};
    *found = text;
  }
  if (auto position = schema.find("patternProperties");
      position != schema.end() && position->is_object())
    for (const auto& [pattern, ignored] : position->items()) const std::regex tried{pattern};
}

bool has_long_text(const json& document) {
  if (document.is_string()) return document.get_ref<const std::string&>().size() > text_max;
  if (!document.is_structured()) return false;
  for (const auto& [key, value] : document.items())
    if ((document.is_object() && key.size() > text_max) || has_long_text(value)) return true;
  return false;
}

/// Turns "<root>", "[links]", "[0]" into "links/0".
std::string place_of(const std::vector<std::string>& context) {
  std::string out;
  for (size_t i = 1; i < context.size(); ++i)
    out.append(i > 1 ? "/" : "").append(context[i], 1, context[i].size() - 2);
  return out.empty() ? out : out + ": ";
}

/// The innermost reasons, without the errors that follow from them.
std::string reasons_in(valijson::ValidationResults& all) {
  static constexpr std::array<std::string_view, 2> consequences{"Failed to validate against",
                                                                "Failed to validate item"};
  std::string out;
  size_t count = 0;
  for (valijson::ValidationResults::Error one; all.popError(one) && count < reasons_max;) {
    const bool follows = std::any_of(consequences.begin(), consequences.end(),
                                     [&](auto text) { return one.description.starts_with(text); });
    const auto reason = " " + place_of(one.context) + one.description;
    if (follows || out.find(reason) != std::string::npos) continue;
    out += reason;
    ++count;
  }
  return out;
}

}  // namespace

struct network_data_schema::compiled {
  valijson::Schema schema;
};

std::shared_ptr<const network_data_schema::compiled> network_data_schema::compile(json document) {
  normalize_patterns(document);
  auto out = std::make_shared<compiled>();
  valijson::SchemaParser{}.populateSchema(adapter{document}, out->schema);
  return out;
}

network_data_schema::network_data_schema() : schema_(compile(json::parse(network_data_text))) {}

result<network_data_schema> network_data_schema::read(const std::string& path) {
  errno = 0;
  std::ifstream file{path};
  const std::string text{std::istreambuf_iterator<char>{file}, {}};
  if (!file || text.empty())
    return fail(error_code::invalid, "'" + path + "' cannot be read: " +
                                         (errno != 0 ? std::strerror(errno) : "it is empty") + ".");
  try {
    auto document = json::parse(text);
    if (document.is_object()) return network_data_schema{compile(std::move(document))};
    return fail(error_code::invalid, "'" + path + "' is not a JSON Schema: it is not an object.");
  } catch (const std::exception& e) {  // Wrong JSON, pattern or reference.
    return fail(error_code::invalid, "'" + path + "' is not a JSON Schema: " + e.what());
  }
}

result<std::monostate> network_data_schema::check(const json& network_data) const {
  if (network_data == json::object()) return {};
  if (has_long_text(network_data))
    return fail(error_code::invalid, "Invalid network_data: a string is longer than " +
                                         std::to_string(text_max) + " bytes.");
  try {
    valijson::ValidationResults why;
    valijson::Validator validator;
    if (validator.validate(schema_->schema, adapter{network_data}, &why)) return {};
    return fail(error_code::invalid, "Invalid network_data:" + reasons_in(why));
  } catch (const std::exception& e) {  // The pattern takes too long for this text.
    return fail(error_code::invalid, std::string{"Invalid network_data: "} + e.what());
  }
}

}  // namespace ironbus::http
