#pragma once

#include "gateways/http/view/body_table.hpp"

namespace ironbus::http {

/// The JSON Schema of a request body, built from the rows that check the body. It describes exactly
/// what is accepted, except for the checks in the functions of rows.
json body_schema(const body_table& table);

}  // namespace ironbus::http
