#pragma once

#include <memory>
#include <string>

namespace ironbus::ramdisk {

/// Computes a checksum incrementally.
class digest {
public:
  /// md5, sha1, sha224, sha256, sha384, sha512. Throws command_failure for others.
  explicit digest(const std::string& algorithm);
  ~digest();

  void add(const char* bytes, std::size_t size);
  /// Returns hexadecimal digits and resets.
  std::string finish();
  void restart();
  [[nodiscard]] const std::string& algorithm() const { return algorithm_; }

private:
  struct context;
  std::string algorithm_;
  std::unique_ptr<context> context_;
};

/// By the number of hexadecimal digits: md5, sha256, sha512; empty for others.
std::string algorithm_of_length(std::size_t digits);
/// The checksum of a file from the output of sha256sum (also in BSD format), or from a text that is
/// only a checksum. Empty if the name is not listed.
std::string checksum_in(const std::string& text, const std::string& file_name);

}  // namespace ironbus::ramdisk
