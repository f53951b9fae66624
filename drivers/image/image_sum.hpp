#pragma once

#include "messages/base/errors.hpp"
#include "messages/platform/open_file.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// A required checksum: "sha256" and its digits in lower case.
struct image_sum {
  std::string algorithm;
  std::string digits;

  bool operator==(const image_sum&) const = default;
};

/// md5, sha256 or sha512, by the number of hexadecimal digits; unset: not a checksum.
std::optional<image_sum> read_sum(std::string_view digits);

/// Reads the whole file; blocks.
result<std::string> sum_of(const std::string& algorithm, const open_file& file);

}  // namespace ironbus
