#pragma once

#include "gateways/http/api/router.hpp"
#include "gateways/http/view/view.hpp"
#include "messages/base/bounds.hpp"

namespace ironbus::http {

/// The OpenAPI 3.1 document of a table of routes, but for `servers`. Everything in it comes from
/// the tables that the API itself works by, so it says what is there and nothing else. Documents
/// have their bounds as x-max-bytes and x-max-depth.
json openapi_document(std::span<const route> table, const storage_bounds& bounds = {});

/// The resource that a path is about, by the tables; null if it has none of its own.
struct described_path {
  const resource* kind = nullptr;
  bool is_list = false;
};
described_path describe_path(std::string_view path);

}  // namespace ironbus::http
