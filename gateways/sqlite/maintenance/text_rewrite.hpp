#pragma once

#include "gateways/sqlite/database/database.hpp"
#include "messages/ports/store_maintenance.hpp"

namespace ironbus::sqlite {

/// Passes each aggregate of the file, which a service may use, to `edit`, and writes what it
/// returns. Short transactions, so that the service's commits wait some milliseconds at most.
/// Throws `database_error`. See store_maintenance::rewrite.
result<std::monostate> rewrite_texts(database& file, const store_maintenance::editor& edit);

/// Removes the remains of former texts from free pages and from the log. No other process may use
/// the file.
void remove_remains(database& file);

}  // namespace ironbus::sqlite
