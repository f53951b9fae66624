#pragma once

#include "gateways/sqlite/schema.hpp"
#include "messages/base/uuid.hpp"

#include <filesystem>
#include <string>

namespace ironbus::test {

/// A database with our tables, deleted afterwards.
struct scratch_file {
  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("ironbus-sqlite-" + random_uuid());
  sqlite::database file{prepared(folder), sqlite::database::access::read_write};

  scratch_file() { (void)sqlite::prepare_schema(file); }
  ~scratch_file() { std::filesystem::remove_all(folder); }

private:
  static std::filesystem::path prepared(const std::filesystem::path& folder) {
    std::filesystem::create_directory(folder);
    return folder / "store.db";
  }
};

}  // namespace ironbus::test
