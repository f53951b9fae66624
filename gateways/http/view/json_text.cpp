#include "gateways/http/view/json_text.hpp"

namespace ironbus::http {

namespace {

bool is_plain(std::string_view text) {
  for (char c : text)
    if (c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20 ||
        static_cast<unsigned char>(c) > 0x7E)
      return false;
  return true;
}

}  // namespace

void append_string(std::string& out, std::string_view text) {
  if (!is_plain(text)) {
    out += to_text(json(text));
    return;
  }
  out += '"';
  out += text;
  out += '"';
}

void append_value(std::string& out, const json& value) {
  if (value.is_string())
    append_string(out, value.get_ref<const std::string&>());
  else if (value.is_null())
    out += "null";
  else if (value.is_boolean())
    out += value.get<bool>() ? "true" : "false";
  else if (value.is_object() && value.empty())
    out += "{}";
  else
    out += to_text(value);
}

void append_name(std::string& out, std::string_view name) {
  if (!out.empty() && out.back() != '{') out += ',';
  append_string(out, name);
  out += ':';
}

}  // namespace ironbus::http
