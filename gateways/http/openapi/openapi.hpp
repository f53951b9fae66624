#pragma once

#include "gateways/http/api/router.hpp"
#include "gateways/http/view/view.hpp"
#include "messages/base/bounds.hpp"

namespace ironbus::http {

/// The name of a route's policy rule; empty: none.
using rule_namer = std::string_view (*)(const route&);

/// The OpenAPI 3.1 document of a table of routes, without `servers`. All its content comes from the
/// tables that the API uses, so it is always complete and correct. Documents have their limits as
/// x-max-bytes and x-max-depth, and operations their policy rule as x-policy-rule. `rule_of`: see
/// routes/route_rules.hpp.
json openapi_document(std::span<const route> table, rule_namer rule_of,
                      const storage_bounds& bounds = {});

/// The resource of a path according to the tables. Null if it has none.
struct described_path {
  const resource* kind = nullptr;
  bool is_list = false;
};
described_path describe_path(std::string_view path);

}  // namespace ironbus::http
