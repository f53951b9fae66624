#pragma once

#include "gateways/archive/archive_line.hpp"
#include "messages/crypto/digest.hpp"

#include <filesystem>
#include <variant>

namespace ironbus::archive {

/// Writes an archive to <file>.part and gives it its name once it is whole and on disk, so that
/// there is never half of one. Readable by its owner only: it holds passwords.
class writer {
public:
  /// `conflict`: there is such a file already; `unavailable`: it cannot be made. The message says
  /// which and why.
  static result<writer> open(const std::filesystem::path& file);

  writer(writer&& x) noexcept;
  writer& operator=(writer&&) = delete;
  ~writer();

  result<std::monostate> add(const stored_item& x);
  /// Writes the last line; nothing may be added afterwards.
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
  std::string waiting_;  ///< Not yet in the file.
  digest sum_{"sha256"};
  uint64_t lines_ = 0;
  uint64_t bytes_ = 0;
};

}  // namespace ironbus::archive
