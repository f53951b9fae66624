#pragma once

#include "gateways/sqlite/database/database.hpp"
#include "messages/ports/store_maintenance.hpp"

namespace ironbus::sqlite {

/// Reports damage of the file, and rows of its tables that lead to nothing. Also reports damage
/// that SQLite finds during the queries.
void examine_file(database& file, const store_maintenance::finding_sink& tell);

}  // namespace ironbus::sqlite
