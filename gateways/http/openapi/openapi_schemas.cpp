#include "gateways/http/openapi/openapi_schemas.hpp"

#include "gateways/http/openapi/openapi_bodies.hpp"
#include "gateways/http/openapi/schema_parts.hpp"
#include "gateways/http/view/body_check.hpp"
#include "messages/base/text.hpp"
#include "messages/model/record.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

constexpr std::array<std::string_view, 4> kind_names{"", "List", "Create", "Patch"};

void say_since(json& schema, const field_spec& x) { describe(schema, x.since, x.description); }

/// Computed or unknown values show null. Objects, lists and most booleans are never null.
bool may_show_null(const field_spec& field) {
  if (field.has(nullable)) return true;
  return field.name != "uuid" && !field.has(required) && field.type != field_type::boolean &&
         field.type != field_type::object && field.type != field_type::array;
}

/// Adds the limits of a field's JSON text, which hold for every writer.
void add_limits(json& schema, const field_spec& field, const storage_bounds& bounds) {
  if (!field.is_document()) return;
  schema["x-max-bytes"] = bounds.field_bytes_max;
  schema["x-max-depth"] = bounds.field_depth_max;
}

json shown_field(const column& column, const storage_bounds& bounds) {
  if (column.spec.name == "links") return {{"type", "array"}, {"items", schema_reference("Link")}};
  auto out = type_schema(column.spec.type);
  if (may_show_null(column.spec)) allow_null(out);
  say_since(out, column.spec);
  if (column.spec.is_document() || column.spec.has(concealed)) out["x-masked"] = true;
  add_limits(out, column.spec, bounds);
  return out;
}

json written_field(const column& column, const storage_bounds& bounds) {
  auto out = type_schema(column.spec.type);
  if (column.spec.type == field_type::text) out["maxLength"] = column.spec.max_length;
  if (column.spec.has(nullable)) allow_null(out);
  say_since(out, column.spec);
  add_limits(out, column.spec, bounds);
  return out;
}

json shown_schema(const resource& kind, const storage_bounds& bounds) {
  auto properties = json::object();
  for (const auto& row : kind.columns)
    properties[std::string{row.spec.name}] = shown_field(row, bounds);
  return {{"type", "object"}, {"properties", std::move(properties)}};
}

json list_schema(const resource& kind) {
  const json items{{"type", "array"},
                   {"items", schema_reference(schema_name(kind, schema_kind::shown))}};
  return {{"type", "object"},
          {"properties", {{kind.key(), items}, {"next", {{"type", "string"}, {"format", "uri"}}}}},
          {"required", json::array({kind.key()})}};
}

json create_schema(const resource& kind, const storage_bounds& bounds) {
  auto properties = json::object();
  auto needed = json::array();
  for (const auto& row : kind.columns) {
    if (!row.spec.has(in_create)) continue;
    properties[std::string{row.spec.name}] = written_field(row, bounds);
    if (row.spec.has(required)) needed.push_back(row.spec.name);
  }
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(needed)},
          {"additionalProperties", false}};
}

/// A JSON patch whose paths start with a field that may be changed.
json patch_schema(const resource& kind) {
  std::string roots;
  for (const auto& row : kind.columns)
    if (row.spec.has(in_patch)) append_item(roots, row.spec.name, "|");
  auto operation = body_schema(patch_operation_body);
  operation["properties"]["path"]["pattern"] = "^/(" + roots + ")(/.+)?$";
  return {{"type", "array"}, {"items", std::move(operation)}};
}

json schema_of(const resource& subject, schema_kind kind, const storage_bounds& bounds) {
  switch (kind) {
    case schema_kind::shown: return shown_schema(subject, bounds);
    case schema_kind::list: return list_schema(subject);
    case schema_kind::create: return create_schema(subject, bounds);
    case schema_kind::patch: return patch_schema(subject);
  }
  return {};
}

/// Clients expect the error as JSON text within the object.
const json error_schema{{"type", "object"},
                        {"required", {"error_message"}},
                        {"properties",
                         {{"error_message",
                           {{"type", "string"},
                            {"contentMediaType", "application/json"},
                            {"contentSchema",
                             {{"type", "object"},
                              {"properties",
                               {{"faultcode", {{"enum", {"Client", "Server"}}}},
                                {"faultstring", {{"type", "string"}}},
                                {"debuginfo", {{"type", {"string", "null"}}}},
                                {"code", {{"type", "integer"}}},
                                {"title", {{"type", "string"}}},
                                {"description", {{"type", "string"}}}}}}}}}}}};

const json link_schema{
    {"type", "object"},
    {"required", {"href", "rel"}},
    {"properties",
     {{"href", {{"type", "string"}, {"format", "uri"}}}, {"rel", {{"type", "string"}}}}}};

}  // namespace

const std::vector<const resource*>& described_resources() {
  static const auto all = [] {
    std::vector<const resource*> out{&node_resource(),          &port_resource(),
                                     &portgroup_resource(),     &volume_connector_resource(),
                                     &volume_target_resource(), &history_resource()};
    for (const auto& row : record_types()) out.push_back(&record_resource(row.name));
    return out;
  }();
  return all;
}

std::string schema_name(const resource& subject, schema_kind kind) {
  std::string out;
  bool begins_word = true;
  for (char c : subject.title) {
    if (c == ' ') {
      begins_word = true;
      continue;
    }
    out += begins_word && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    begins_word = false;
  }
  return out.append(kind_names.at(static_cast<size_t>(kind)));
}

json schema_reference(std::string_view name) {
  return {{"$ref", "#/components/schemas/" + std::string{name}}};
}

json component_schemas(const storage_bounds& bounds) {
  json out{{"Error", error_schema}, {"Link", link_schema}};
  for (const auto* resource : described_resources())
    for (auto kind :
         {schema_kind::shown, schema_kind::list, schema_kind::create, schema_kind::patch})
      out[schema_name(*resource, kind)] = schema_of(*resource, kind, bounds);
  out["Node"]["x-max-bytes"] = bounds.node_bytes_max;
  return out;
}

}  // namespace ironbus::http
