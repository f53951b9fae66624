#pragma once

#include "gateways/http/api/router.hpp"

#include <string_view>
#include <vector>

namespace ironbus::http {

/// The texts and versions of a collection for its routes.
struct collection_text {
  std::string_view one;   ///< "a runbook"
  std::string_view many;  ///< "runbooks"
  int since = 1;
  unsigned write_when_older = 404;  ///< The status of a write for older versions.
};

/// The routes of a collection, built from its row. Special cases override them.
struct collection_routes {
  route list;
  route create;
  std::vector<route> before_items;  ///< Fixed paths that would match an item's path, too.
  route show;
  route change;
  route remove;
  std::vector<route> below;  ///< Routes below an item.
};

/// The routes of a collection at `path` ("/v1/runbooks") without handlers. `item`: "/{ident}".
collection_routes plain_routes(const collection_text& text, const std::string& path,
                               const std::string& item);

/// The route of the list of full objects.
route full_list(const collection_routes& routes, const collection_text& text, handler answers);

/// Appends the routes in the order in which they are matched.
void append_routes(std::vector<route>& target, collection_routes collection_routes);

}  // namespace ironbus::http
