#pragma once

#include "drivers/image/image_sum.hpp"
#include "drivers/kit/process/spawn.hpp"
#include "messages/crypto/digest.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// A file during its download, with its source's version, so that a later download can resume it.
/// Computes the checksums as it grows.
///
/// PATH.json has the server's version and size. If that is missing or unreadable, the download
/// restarts.
class part_file {
public:
  /// Opens a partial or new download. `algorithm`: of the required checksum. Blocks, because it
  /// reads the existing part. `unavailable` names the path.
  static result<part_file> open(const std::string& path, const std::string& algorithm);

  uint64_t bytes() const { return bytes_; }
  /// The server's version: an ETag or a date; empty: it cannot be resumed.
  const std::string& validator() const { return validator_; }
  /// The final size as reported by the server; unset: not reported.
  std::optional<uint64_t> total() const { return total_; }

  /// Empties the file. Both values come from the server.
  std::optional<failure> restart(std::string validator, std::optional<uint64_t> total);
  std::optional<failure> append(std::string_view part);

  struct sums {
    std::string wanted;  ///< By the algorithm of open().
    std::string sha256;
  };
  /// Writes everything to the disk. Call once, at the end.
  result<sums> end();

  /// Removes the file and its metadata.
  static void remove(const std::string& path);

private:
  part_file(std::string path, owned_fd file, const std::string& algorithm);
  std::optional<failure> read_again();
  failure unwritable() const;

  std::string path_;
  std::string algorithm_;
  owned_fd file_;
  digest wanted_;
  digest sha256_;
  uint64_t bytes_ = 0;
  std::string validator_;
  std::optional<uint64_t> total_;
};

}  // namespace ironbus
