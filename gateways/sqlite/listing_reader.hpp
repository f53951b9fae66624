#pragma once

#include "gateways/sqlite/database/database.hpp"
#include "messages/ports/query.hpp"

namespace ironbus::sqlite {

/// Answers a query, see `store::list`. In creation order it reads parts of the shortest index until
/// the page is full. In the order of a column the cost depends on the matching rows. Throws
/// `database_error`.
result<std::vector<listed>> read_list(database& file, const query& query);

/// See `store::count`. Throws `database_error`.
std::vector<uint64_t> count_rows(database& file, const std::string& collection,
                                 const std::string& column, const std::vector<std::string>& values);

}  // namespace ironbus::sqlite
