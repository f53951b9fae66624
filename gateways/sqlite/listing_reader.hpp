#pragma once

#include "gateways/sqlite/database.hpp"
#include "messages/store.hpp"

namespace ironbus::sqlite {

/// Answers a query by one statement, see `store::list`. In creation order with one filter `equal`
/// or `present` it reads the page from an index; ordered by a column it costs what matches. Throws
/// `database_error`.
result<std::vector<listed>> read_list(database& file, const query& x);

}  // namespace ironbus::sqlite
