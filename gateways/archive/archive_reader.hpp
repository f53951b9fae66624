#pragma once

#include "gateways/archive/archive_line.hpp"

#include <filesystem>
#include <fstream>
#include <optional>

namespace ironbus::archive {

/// Reads an archive that has been checked from its first line to its last, so that a store is
/// filled by all of it or not at all.
class reader {
public:
  /// `not_found`, `unavailable`, or `invalid` if it is no archive, was cut off, changed, or written
  /// by a newer release. The message names the file and the line.
  static result<reader> open(const std::filesystem::path& file);

  /// Unset at the end.
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
