#pragma once

#include "gateways/sqlite/database/database.hpp"
#include "messages/ports/store_maintenance.hpp"

#include <filesystem>

namespace ironbus::sqlite {

/// Copies all readable data of a damaged file into a new one. `ask` checks each aggregate. Reports
/// unreadable data. Throws `database_error` if nothing can be read or the new file cannot be
/// written.
void salvage(database& damaged, database& fresh, const store_maintenance::judge& ask,
             const store_maintenance::finding_sink& tell);

/// Replaces the damaged file with a complete, closed one. Keeps the damaged file and its log as
/// <file>.damaged and returns that name. Never overwrites an older <file>.damaged.
result<std::filesystem::path> replace_file(const std::filesystem::path& file,
                                           const std::filesystem::path& fresh);

}  // namespace ironbus::sqlite
