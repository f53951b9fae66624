#pragma once

#include "messages/base/errors.hpp"
#include "messages/platform/open_file.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// What an image must have for its sum: "sha256" and its digits in lower case.
struct image_sum {
  std::string algorithm;
  std::string digits;

  bool operator==(const image_sum&) const = default;
};

/// md5, sha256 or sha512 by the number of hexadecimal digits; unset: it is no sum.
std::optional<image_sum> read_sum(std::string_view digits);

/// Makes the sum of what it is given part by part.
class digest {
public:
  /// `algorithm`: md5, sha256 or sha512.
  explicit digest(const std::string& algorithm);
  ~digest();
  digest(digest&& other) noexcept;
  digest& operator=(digest&& other) noexcept;

  void add(std::string_view part);
  /// Of all so far, in lower case. Once, and nothing after it.
  std::string end();

private:
  struct state;
  std::unique_ptr<state> state_;
};

std::string sum_of(const std::string& algorithm, std::string_view text);
/// Reads the whole file; blocks.
result<std::string> sum_of(const std::string& algorithm, const open_file& file);

}  // namespace ironbus
