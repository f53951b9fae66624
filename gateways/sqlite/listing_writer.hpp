#pragma once

#include "gateways/sqlite/database.hpp"
#include "messages/ports/store.hpp"

#include <optional>
#include <vector>

namespace ironbus::sqlite {

/// A `conflict` if one of the rows belongs to another record than this one.
std::optional<failure> check_listings(database& file, int64_t record, const std::vector<row>& put);
/// Removes, then puts, the rows of a commit, with their columns.
void write_listings(database& file, int64_t record, const commit& x);
/// Removes all rows of a record.
void delete_listings(database& file, int64_t record);

}  // namespace ironbus::sqlite
