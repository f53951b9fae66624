#include "drivers/image/image_sum.hpp"

#include "messages/base/text.hpp"
#include "messages/crypto/digest.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace ironbus {

namespace {

constexpr size_t read_at_once = 1024 * 1024;

struct sum_kind {
  const char* name;
  size_t digits;
};
constexpr std::array sum_kinds{sum_kind{"md5", 32}, sum_kind{"sha256", 64},
                               sum_kind{"sha512", 128}};

bool is_sum_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

}  // namespace

std::optional<image_sum> read_sum(std::string_view digits) {
  for (const auto& row : sum_kinds)
    if (row.digits == digits.size() && std::all_of(digits.begin(), digits.end(), is_sum_digit))
      return image_sum{row.name, lower(digits)};
  return std::nullopt;
}

result<std::string> sum_of(const std::string& algorithm, const open_file& file) {
  digest out{algorithm};
  std::vector<char> block(read_at_once);
  for (uint64_t number = 0;;) {
    const auto got = file.read(number, block);
    if (!got) return tl::unexpected(got.error());
    if (*got == 0) return out.end();
    out.add({block.data(), *got});
    number += *got;
  }
}

}  // namespace ironbus
