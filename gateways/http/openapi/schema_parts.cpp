#include "gateways/http/openapi/schema_parts.hpp"

#include "gateways/http/api/version.hpp"

namespace ironbus::http {

json type_schema(field_type type) {
  switch (type) {
    case field_type::text: return {{"type", "string"}};
    case field_type::uuid: return {{"type", "string"}, {"format", "uuid"}};
    case field_type::mac:
      return {{"type", "string"}, {"pattern", "^([0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}$"}};
    case field_type::boolean: return {{"type", "boolean"}};
    case field_type::integer: return {{"type", "integer"}};
    case field_type::object: return {{"type", "object"}};
    case field_type::array: return {{"type", "array"}};
    case field_type::time: return {{"type", "string"}, {"format", "date-time"}};
  }
  return json::object();
}

void allow_null(json& schema) {
  if (schema.contains("enum")) schema["enum"].push_back(nullptr);
  const auto type = schema.find("type");
  if (type == schema.end()) return;
  if (!type->is_array()) *type = json::array({*type});
  type->push_back("null");
}

void describe(json& schema, int since, std::string_view description) {
  if (since > version_min) schema["x-since"] = version_text(since);
  if (!description.empty()) schema["description"] = description;
}

}  // namespace ironbus::http
