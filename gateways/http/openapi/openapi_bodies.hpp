#pragma once

#include "gateways/http/view/body_table.hpp"

namespace ironbus::http {

/// The JSON Schema of a request's body. Its rows are those that the body is checked against, so it
/// says what is accepted and nothing else; but for what a function of a row refuses beyond that.
json body_schema(const body_table& table);

}  // namespace ironbus::http
