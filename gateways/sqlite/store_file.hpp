#pragma once

#include "gateways/sqlite/file_lock.hpp"

#include <filesystem>
#include <optional>

namespace ironbus::sqlite {

/// Adds the name of the file to a failure.
failure file_failure(const std::filesystem::path& file, const failure& why);

/// Creates a file readable by its owner only, because snapshots may contain passwords. SQLite gives
/// the files beside it the same permissions.
void create_private(const std::filesystem::path& file);

/// Gives a file written by root to the owner of `model`, which it replaces.
void give_owner_of(const std::filesystem::path& model, const std::filesystem::path& file);

/// The size of a file in bytes, 0 if it is missing.
uintmax_t size_of(const std::filesystem::path& file);

/// Why an empty or missing file must not be replaced by a new one: the files beside it show that a
/// store existed. Unset if it may.
std::optional<failure> check_not_lost(const std::filesystem::path& file, const file_lock& lock);

}  // namespace ironbus::sqlite
