#include "gateways/http/openapi/openapi_bodies.hpp"

#include "gateways/http/api/version.hpp"
#include "gateways/http/openapi/schema_parts.hpp"

namespace ironbus::http {

namespace {

/// The optional members of a step.
const json step_members_schema{
    {"interface", {{"type", "string"}}},
    {"step", {{"type", "string"}, {"minLength", 1}}},
    {"args", {{"type", "object"}}},
    {"execute_on_child_nodes", {{"type", "boolean"}}},
    {"limit_child_node_execution",
     {{"type", "array"}, {"items", {{"type", "string"}, {"format", "uuid"}}}}}};

json step_schema(const step_list_form& form) {
  auto properties = json::object();
  for (const auto name : step_members(form))
    properties[std::string{name}] = step_members_schema.value(name, json::object());
  properties["interface"]["enum"] = form.kinds;
  properties[std::string{form.order_key}]["description"] = form.orders;
  auto always = json::array({"step"});
  if (form.args_needed) always.push_back("args");
  if (form.order_needed) always.push_back(form.order_key);
  return {{"type", "object"},
          {"required", std::move(always)},
          {"properties", std::move(properties)},
          {"additionalProperties", false}};
}

json list_of(json items, const body_field& field) {
  json out{{"type", "array"}, {"items", std::move(items)}};
  if (field.has(not_empty)) out["minItems"] = 1;
  return out;
}

json members_schema(const body_field& field) {
  return field.members != nullptr ? body_schema(*field.members) : json{{"type", "object"}};
}

/// The schema of an allowed text. x-since-of lists the versions of the newer ones.
json allowed_schema(const body_field& field) {
  json out{{"enum", json::array()}};
  for (const auto& one : field.allowed) {
    out["enum"].push_back(one.text);
    if (one.since > version_min) out["x-since-of"][std::string{one.text}] = version_text(one.since);
  }
  if (field.has(may_be_blank)) out["enum"].push_back("");
  return out;
}

json text_schema(const body_field& field) {
  if (!field.allowed.empty()) return allowed_schema(field);
  auto out = type_schema(field_type::text);
  if (field.size_max > 0) out["maxLength"] = field.size_max;
  if (field.has(not_empty)) out["minLength"] = 1;
  return out;
}

json objects_schema(const body_field& field) {
  auto out = list_of(members_schema(field), field);
  if (field.size_max > 0) out["maxItems"] = field.size_max;
  return out;
}

json list_schema(const body_field& field) {
  return field.members != nullptr ? list_of(members_schema(field), field)
                                  : type_schema(field_type::array);
}

json text_or_object_schema(const body_field& field) {
  auto out = members_schema(field);
  out["type"] = {"string", "object"};
  return out;
}

json value_schema(const body_field& field) {
  switch (field.type) {
    case body_type::text: return text_schema(field);
    case body_type::uuid: return type_schema(field_type::uuid);
    case body_type::mac: return type_schema(field_type::mac);
    case body_type::url: return {{"type", "string"}, {"format", "uri"}};
    case body_type::boolean: return type_schema(field_type::boolean);
    case body_type::boolean_word: return {{"type", {"boolean", "string"}}};
    case body_type::count:
      return {{"type", {"integer", "string"}}, {"minimum", 1}, {"maximum", body_count_max}};
    case body_type::object: return members_schema(field);
    case body_type::text_or_object: return text_or_object_schema(field);
    case body_type::document: return {{"type", {"string", "object", "array"}}};
    case body_type::list: return list_schema(field);
    case body_type::texts: return list_of(text_schema(field), field);
    case body_type::objects: return objects_schema(field);
    case body_type::steps: return list_of(step_schema(*field.steps), field);
    default: return json::object();
  }
}

}  // namespace

json body_schema(const body_table& table) {
  auto properties = json::object();
  auto always = json::array();
  for (const auto& field : table.fields) {
    auto schema = value_schema(field);
    if (field.has(may_be_null)) allow_null(schema);
    describe(schema, field.since, field.description);
    if (field.has(needed)) always.push_back(field.name);
    properties[std::string{field.name}] = std::move(schema);
  }
  json out{{"type", "object"}, {"properties", std::move(properties)}};
  if (!always.empty()) out["required"] = std::move(always);
  if (!table.open) out["additionalProperties"] = false;
  return out;
}

}  // namespace ironbus::http
