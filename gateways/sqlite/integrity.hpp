#pragma once

#include "gateways/sqlite/database/database.hpp"

#include <string>
#include <vector>

namespace ironbus::sqlite {

/// The tables of the file.
std::vector<std::string> table_names(database& file);

/// SQLite's messages about damaged pages. Reads the whole file, but does not compare indexes with
/// their tables. Throws `database_error`.
std::vector<std::string> quick_check(database& file);

/// The same for one table, and compares all its indexes with it.
std::vector<std::string> check_table(database& file, const std::string& table);

}  // namespace ironbus::sqlite
