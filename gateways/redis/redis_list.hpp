#pragma once

#include "gateways/redis/dangling_entries.hpp"
#include "gateways/redis/redis_pipeline.hpp"
#include "messages/ports/query.hpp"
#include "messages/ports/store_callback.hpp"

namespace ironbus::redis {

/// Answers a query with several limited scripts, so that a list never blocks Redis for long. In
/// creation order it walks the shortest index of a filter until the page is full. In the order of a
/// column it reads the positions of all matching rows, sorts them here and fetches the page. So the
/// cost depends on the matching rows, not on the page size. Damaged entries are left out and
/// counted.
void list_rows(pipeline& connection, dangling_entries& astray, query x,
               store_callback<std::vector<listed>> done);

}  // namespace ironbus::redis
