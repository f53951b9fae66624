#include "gateways/http/view/json_text.hpp"

namespace ironbus::http {

namespace {

bool is_plain(std::string_view x) {
  for (char c : x)
    if (c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20 ||
        static_cast<unsigned char>(c) > 0x7E)
      return false;
  return true;
}

}  // namespace

void append_string(std::string& out, std::string_view x) {
  if (!is_plain(x)) {
    out += to_text(json(x));
    return;
  }
  out += '"';
  out += x;
  out += '"';
}

void append_value(std::string& out, const json& x) {
  if (x.is_string())
    append_string(out, x.get_ref<const std::string&>());
  else if (x.is_null())
    out += "null";
  else if (x.is_boolean())
    out += x.get<bool>() ? "true" : "false";
  else if (x.is_object() && x.empty())
    out += "{}";
  else
    out += to_text(x);
}

void append_name(std::string& out, std::string_view name) {
  if (!out.empty() && out.back() != '{') out += ',';
  append_string(out, name);
  out += ':';
}

}  // namespace ironbus::http
