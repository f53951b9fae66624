#include "drivers/image/digest.hpp"

#include "messages/base/text.hpp"

#include <openssl/evp.h>

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

struct digest::state {
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context{EVP_MD_CTX_new(),
                                                                  &EVP_MD_CTX_free};
};

digest::digest(const std::string& algorithm) : state_{std::make_unique<state>()} {
  EVP_DigestInit_ex(state_->context.get(), EVP_get_digestbyname(algorithm.c_str()), nullptr);
}

digest::~digest() = default;
digest::digest(digest&& other) noexcept = default;
digest& digest::operator=(digest&& other) noexcept = default;

void digest::add(std::string_view part) {
  EVP_DigestUpdate(state_->context.get(), part.data(), part.size());
}

std::string digest::end() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> sum{};
  unsigned length = 0;
  EVP_DigestFinal_ex(state_->context.get(), sum.data(), &length);
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (unsigned i = 0; i < length; ++i) out.append({digits[sum[i] >> 4U], digits[sum[i] & 15U]});
  return out;
}

std::string sum_of(const std::string& algorithm, std::string_view text) {
  digest out{algorithm};
  out.add(text);
  return out.end();
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
