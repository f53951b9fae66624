#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// Reads a qcow2 image (versions 2 and 3) from a local file. Rejects everything that would read
/// other files or is unsupported: backing files, external data, encryption, zstd, extended tables,
/// a header marked as corrupt.
class qcow2_image {
public:
  /// Throws command_failure (InvalidImage).
  explicit qcow2_image(int file);

  /// Virtual size in bytes.
  [[nodiscard]] std::uint64_t size() const { return size_; }

  /// Calls one of the two for each cluster, in order. The last one may be shorter. Throws as above.
  void read(const std::function<void(std::uint64_t place, const std::string& bytes)>& data,
            const std::function<void(std::uint64_t place, std::uint64_t size)>& zeros) const;

private:
  [[nodiscard]] std::string bytes_at(std::uint64_t place, std::size_t size) const;
  [[nodiscard]] std::vector<std::uint64_t> table_at(std::uint64_t place, std::size_t entries) const;
  [[nodiscard]] std::string compressed(std::uint64_t entry) const;
  void read_header(const std::string& header);

  int file_;
  std::uint64_t size_ = 0;
  std::uint32_t cluster_bits_ = 0;
  std::uint64_t cluster_ = 0;
  std::vector<std::uint64_t> tables_;
};

/// Bytes of the magic number at the start of a qcow2 image.
constexpr std::size_t qcow2_magic_size = 4;

/// Whether a file starts with that magic number.
bool is_qcow2(const std::string& beginning);

}  // namespace ironbus::ramdisk
