#pragma once

#include "messages/base/json.hpp"
#include "messages/model/field.hpp"

#include <string_view>

namespace ironbus::http {

// Building blocks of the JSON Schemas in the OpenAPI document.

/// The keywords of a field type.
json type_schema(field_type type);

/// Allows null, too, in a schema with `type` or with `enum`.
void allow_null(json& schema);

/// Adds the first version as x-since, and the description.
void describe(json& schema, int since, std::string_view description);

}  // namespace ironbus::http
