#pragma once

#include "gateways/archive/archive_line.hpp"

#include <filesystem>
#include <fstream>
#include <optional>

namespace ironbus::archive {

/// Reads an archive after it has checked the whole file, so that a store gets all of it or nothing.
class reader {
public:
  /// Opens and checks a file. `not_found`, `unavailable`, or `invalid` if it is not an archive, is
  /// truncated or changed, or was written by a newer release. The error names the file and the
  /// line.
  static result<reader> open(const std::filesystem::path& file);

  /// The next item. Unset at the end.
  result<std::optional<stored_item>> next();

  uint64_t items() const { return items_; }

private:
  explicit reader(std::filesystem::path file) : file_{std::move(file)} {}

  result<std::monostate> check();
  result<std::monostate> check_lines(uint64_t& number);

  std::filesystem::path file_;
  std::ifstream stream_;
  uint64_t items_ = 0;
};

}  // namespace ironbus::archive
