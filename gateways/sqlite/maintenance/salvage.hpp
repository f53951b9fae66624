#pragma once

#include "gateways/sqlite/database/database.hpp"
#include "messages/ports/store_maintenance.hpp"

#include <filesystem>

namespace ironbus::sqlite {

/// Copies all that can be read of a damaged file into a new one, each aggregate as `ask` judges it.
/// What cannot be read is told. Throws `database_error` if nothing can be read, or the new file not
/// be written.
void salvage(database& damaged, database& fresh, const store_maintenance::judge& ask,
             const store_maintenance::finding_sink& tell);

/// Puts a whole, closed file in the place of the damaged one, which is kept as <file>.damaged with
/// its log; gives that name. An older <file>.damaged is never overwritten.
result<std::filesystem::path> replace_file(const std::filesystem::path& file,
                                           const std::filesystem::path& fresh);

}  // namespace ironbus::sqlite
