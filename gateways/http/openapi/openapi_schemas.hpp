#pragma once

#include "gateways/http/view/view.hpp"
#include "messages/base/bounds.hpp"
#include "messages/base/json.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ironbus::http {

// JSON Schemas made from the tables of fields, for the OpenAPI document.

/// The resources that have tables. A new one is added here, and its routes are described by it;
/// records (record_types) are here by themselves.
const std::vector<const resource*>& described_resources();

/// What a schema is about: an object as shown, a list, the body of a POST, that of a PATCH.
enum class schema_kind : uint8_t { shown, list, create, patch };

/// "Node", "NodeList", "NodeCreate", "NodePatch".
std::string schema_name(const resource& resource, schema_kind kind);

/// {"$ref": "#/components/schemas/<name>"}
json schema_reference(std::string_view name);

/// Every schema of a resource that operations refer to, by name.
json component_schemas(const storage_bounds& bounds);

}  // namespace ironbus::http
