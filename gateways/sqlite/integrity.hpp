#pragma once

#include "gateways/sqlite/database/database.hpp"

#include <string>
#include <vector>

namespace ironbus::sqlite {

/// The tables of the file.
std::vector<std::string> table_names(database& file);

/// What is wrong with the pages of the file, as SQLite says it, a sentence each. Reads all of it,
/// but does not compare indexes with their tables. Throws `database_error`.
std::vector<std::string> quick_check(database& file);

/// The same for one table and all of its indexes, which are compared with it.
std::vector<std::string> check_table(database& file, const std::string& table);

}  // namespace ironbus::sqlite
