#pragma once

#include "gateways/archive/archive_line.hpp"
#include "messages/crypto/digest.hpp"

#include <filesystem>
#include <variant>

namespace ironbus::archive {

/// Writes an archive to <file>.part and renames it when it is complete and on disk, so that no
/// incomplete file appears. Readable by its owner only, because it contains passwords.
class writer {
public:
  /// Creates the file. `conflict` if it already exists, `unavailable` if it cannot be created. The
  /// error names the file and the reason.
  static result<writer> open(const std::filesystem::path& file);

  writer(writer&& x) noexcept;
  writer& operator=(writer&&) = delete;
  ~writer();

  result<std::monostate> add(const stored_item& x);
  /// Writes the last line. Nothing may be added afterwards.
  result<std::monostate> end();

  uint64_t lines() const { return lines_; }
  uint64_t bytes() const { return bytes_; }

private:
  writer(std::filesystem::path file, int descriptor);

  result<std::monostate> put(const line& x);
  result<std::monostate> flush();
  failure cannot(const char* what) const;

  std::filesystem::path file_;
  std::filesystem::path part_;
  int descriptor_;
  std::string waiting_;  ///< Not written to the file yet.
  digest sum_{"sha256"};
  uint64_t lines_ = 0;
  uint64_t bytes_ = 0;
};

}  // namespace ironbus::archive
