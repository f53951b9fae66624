#pragma once

#include "messages/base/json.hpp"
#include "messages/model/field.hpp"

#include <string_view>

namespace ironbus::http {

// What the JSON Schemas of the OpenAPI document are put together from.

/// The keywords that a type of field brings with it.
json type_schema(field_type type);

/// Also null: of a schema with `type`, and of one with `enum`.
void allow_null(json& schema);

/// The first version that has it, as x-since, and what it means.
void describe(json& schema, int since, std::string_view description);

}  // namespace ironbus::http
