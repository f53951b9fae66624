#include "drivers/kit/sha256_text.hpp"

#include <openssl/sha.h>

#include <array>

namespace ironbus {

std::string sha256_text(std::string_view text) {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::array<unsigned char, SHA256_DIGEST_LENGTH> sum{};
  SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), sum.data());
  std::string out;
  for (const auto byte : sum) out.append({digits[byte >> 4U], digits[byte & 15U]});
  return out;
}

}  // namespace ironbus
