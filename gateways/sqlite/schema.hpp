#pragma once

#include "gateways/sqlite/database/database.hpp"

#include <variant>

namespace ironbus::sqlite {

/// The schema this program writes; kept in the file as PRAGMA user_version.
inline constexpr int64_t schema_version = 4;

/// Checks the file's schema without changes. `invalid` if another program or a newer ironbus wrote
/// it, or if an older ironbus wrote it and no current one has opened it since.
result<std::monostate> check_schema(database& file);

/// Prepares the file: creates the tables of a new file, upgrades those of an earlier version, and
/// applies the settings. `invalid` without changes if a newer ironbus or another program wrote the
/// file. Throws `database_error` without changes to the tables.
result<std::monostate> prepare_schema(database& file);

/// Rewrites a page of the file with the same content, as a test write.
void rewrite_version(database& file);

}  // namespace ironbus::sqlite
