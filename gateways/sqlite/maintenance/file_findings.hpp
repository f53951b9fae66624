#pragma once

#include "gateways/sqlite/database/database.hpp"
#include "messages/ports/store_maintenance.hpp"

namespace ironbus::sqlite {

/// Tells what is wrong with the file itself, and which rows of its tables lead to nothing. Damage
/// that SQLite meets on the way is told as well.
void examine_file(database& file, const store_maintenance::finding_sink& tell);

}  // namespace ironbus::sqlite
