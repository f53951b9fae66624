#pragma once

#include "gateways/sqlite/database/database.hpp"

#include <variant>

namespace ironbus::sqlite {

/// The schema this program writes; kept in the file as PRAGMA user_version.
inline constexpr int64_t schema_version = 3;

/// Whether the file is ours and of this version, without changing it. `invalid`: it was written by
/// another program, by a newer ironbus, or by an older one and has not been opened since.
result<std::monostate> check_schema(database& file);

/// Makes the file ready: tables if it is new, those of an earlier version brought up to this one,
/// settings in any case. `invalid` if it was written by a newer ironbus or by another program; then
/// nothing is changed. Throws `database_error`; then the tables are as they were.
result<std::monostate> prepare_schema(database& file);

/// Writes a page of the file, and into it what is there: fails as any other write would now.
void rewrite_version(database& file);

}  // namespace ironbus::sqlite
