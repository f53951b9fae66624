#pragma once

#include "gateways/http/view/view.hpp"
#include "messages/base/bounds.hpp"
#include "messages/base/json.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ironbus::http {

// JSON Schemas of the OpenAPI document, built from the tables of fields.

/// The resources with tables. To describe the routes of a new resource, add it here. Records
/// (record_types) are included automatically.
const std::vector<const resource*>& described_resources();

/// The object of a schema: a shown object, a list, the body of a POST or of a PATCH.
enum class schema_kind : uint8_t { shown, list, create, patch };

/// "Node", "NodeList", "NodeCreate", "NodePatch".
std::string schema_name(const resource& resource, schema_kind kind);

/// {"$ref": "#/components/schemas/<name>"}
json schema_reference(std::string_view name);

/// All schemas of a resource that operations refer to, by name.
json component_schemas(const storage_bounds& bounds);

}  // namespace ironbus::http
