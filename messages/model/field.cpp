#include "messages/model/field.hpp"

#include "messages/base/time.hpp"
#include "messages/base/uuid.hpp"

#include <array>
#include <cctype>

namespace ironbus {

namespace {

constexpr std::array<std::string_view, 8> type_names{
    "a string",   "a UUID",    "a MAC address", "a boolean",
    "an integer", "an object", "a list",        "a time",
};

bool has_type(field_type type, const json& value) {
  switch (type) {
    case field_type::boolean: return value.is_boolean();
    case field_type::integer: return value.is_number_integer();
    case field_type::object: return value.is_object();
    case field_type::array: return value.is_array();
    default: return value.is_string();
  }
}

bool has_form(field_type type, const std::string& text) {
  switch (type) {
    case field_type::uuid: return is_uuid(text);
    case field_type::mac: return normalize_mac(text).has_value();
    case field_type::time: return parse_timestamp(text).has_value();
    default: return true;
  }
}

/// An excerpt of the value for an error: short, and only for scalars that are not secret.
std::string excerpt(const field_spec& spec, const json& value) {
  if (spec.is_document() || spec.has(concealed) || value.is_structured()) return value.type_name();
  auto text = to_text(value);
  return text.size() > 80 ? text.substr(0, 77) + "..." : text;
}

}  // namespace

result<std::monostate> check_value(const field_spec& spec, const json& value) {
  if (value.is_null() && spec.has(nullable)) return {};
  const auto allowed = std::string{type_names[static_cast<size_t>(spec.type)]} +
                       (spec.has(nullable) ? " or null" : "");
  auto refuse = [&](const std::string& rule) {
    return fail(error_code::invalid, "Invalid value for '" + std::string{spec.name} +
                                         "': " + excerpt(spec, value) + "; " + rule + ".");
  };
  if (!has_type(spec.type, value)) return refuse("it must be " + allowed);
  if (!value.is_string()) return {};
  const auto& text = value.get_ref<const std::string&>();
  if (!has_form(spec.type, text)) return refuse("it must be " + allowed);
  if (text.size() > spec.max_length)
    return refuse("at most " + std::to_string(spec.max_length) + " characters are allowed");
  return {};
}

json default_value(const field_spec& spec) {
  if (spec.has(nullable)) return nullptr;
  switch (spec.type) {
    case field_type::boolean: return false;
    case field_type::integer: return 0;
    case field_type::object: return json::object();
    case field_type::array: return json::array();
    default: return "";
  }
}

result<std::string> normalize_mac(std::string_view text) {
  if (text.size() != 17)
    return fail(error_code::invalid,
                "'" + std::string{text.substr(0, 64)} + "' is not a MAC address of six octets.");
  std::string out{text};
  for (size_t i = 0; i < out.size(); ++i) {
    const auto c = static_cast<unsigned char>(out[i]);
    const bool separator = i % 3 == 2;
    if (separator ? (c != ':' && c != '-') : std::isxdigit(c) == 0)
      return fail(error_code::invalid, "'" + out + "' is not a MAC address of six octets.");
    out[i] = separator ? ':' : static_cast<char>(std::tolower(c));
  }
  return out;
}

}  // namespace ironbus
