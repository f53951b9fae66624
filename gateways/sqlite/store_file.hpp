#pragma once

#include "gateways/sqlite/file_lock.hpp"

#include <filesystem>
#include <optional>

namespace ironbus::sqlite {

/// The failure as the store reports it: with the name of the file.
failure file_failure(const std::filesystem::path& file, const failure& why);

/// Snapshots may hold passwords, so nobody else may read the file. SQLite gives the files beside it
/// the same rights.
void create_private(const std::filesystem::path& file);

/// A file that root writes in the place of another stays with whom it belongs to.
void give_owner_of(const std::filesystem::path& model, const std::filesystem::path& file);

/// Bytes of a file; 0 if there is none.
uintmax_t size_of(const std::filesystem::path& file);

/// Why a file that is empty or missing must not be begun anew: what lies beside it says that there
/// was a store. Unset: it may.
std::optional<failure> check_not_lost(const std::filesystem::path& file, const file_lock& lock);

}  // namespace ironbus::sqlite
