#pragma once

#include "gateways/http/api/router.hpp"

#include <string_view>
#include <vector>

namespace ironbus::http {

/// How a collection stands in the table of routes.
struct collection_text {
  std::string_view one;   ///< "a runbook"
  std::string_view many;  ///< "runbooks"
  int since = 1;
  unsigned write_when_older = 404;  ///< What an older version answers to a change.
};

/// The routes of a collection. They follow from its row; what is special of one is said over them.
struct collection_routes {
  route list;
  route create;
  std::vector<route> before_items;  ///< Where a name would be taken for that of an item.
  route show;
  route change;
  route remove;
  std::vector<route> below;  ///< What items have.
};

/// Those of a collection at `path` ("/v1/runbooks"), without their handlers. `item`: "/{ident}".
collection_routes plain_routes(const collection_text& text, const std::string& path,
                               const std::string& item);

/// The list of full objects.
route full_list(const collection_routes& routes, const collection_text& text, handler answers);

/// In the order in which they are tried.
void append_routes(std::vector<route>& target, collection_routes collection_routes);

}  // namespace ironbus::http
