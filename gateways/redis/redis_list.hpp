#pragma once

#include "gateways/redis/astray_entries.hpp"
#include "gateways/redis/redis_pipeline.hpp"
#include "messages/ports/query.hpp"
#include "messages/ports/store_callback.hpp"

namespace ironbus::redis {

/// Answers a query by as many bounded scripts as it takes, so that a list never holds Redis up.
/// In creation order it walks the shortest index that a filter leads to and stops when the page is
/// full. Ordered by a column it gathers the place of every row that matches, sorts here, and then
/// fetches the page: it costs what matches, not what the page holds.
/// What is damaged is left out, and counted.
void list_rows(pipeline& connection, astray_entries& astray, query x,
               store_callback<std::vector<listed>> done);

}  // namespace ironbus::redis
