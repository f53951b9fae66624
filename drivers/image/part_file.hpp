#pragma once

#include "drivers/image/image_sum.hpp"
#include "drivers/kit/process/spawn.hpp"
#include "messages/crypto/digest.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// A file that is being fetched, and what is known of where it comes from, so that another one may
/// go on where this one ends. It makes the sums as it grows.
///
/// Beside it, in PATH.json, is what the server said of its version and size; without that, and with
/// one that cannot be read, it begins anew.
class part_file {
public:
  /// Goes on with what is there. `algorithm`: that of the sum it is to have. Blocks, reads all that
  /// is there. `unavailable` names the path.
  static result<part_file> open(const std::string& path, const std::string& algorithm);

  uint64_t bytes() const { return bytes_; }
  /// What the server's version of it is called: an ETag or a date; empty: it cannot be gone on
  /// with.
  const std::string& validator() const { return validator_; }
  /// How large it is when it is whole, as the server says; unset: it does not.
  std::optional<uint64_t> total() const { return total_; }

  /// Empties it. Both as the server has said.
  std::optional<failure> restart(std::string validator, std::optional<uint64_t> total);
  std::optional<failure> append(std::string_view part);

  struct sums {
    std::string wanted;  ///< By the algorithm of open().
    std::string sha256;
  };
  /// Writes all of it to the disk. Once, and nothing after it.
  result<sums> end();

  /// Removes it and what is noted of it.
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
