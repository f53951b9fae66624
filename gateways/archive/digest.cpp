#include "gateways/archive/digest.hpp"

#include <array>

namespace ironbus::archive {

digest::digest() : context_{EVP_MD_CTX_new()} {
  EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr);
}

void digest::add(std::string_view text) {
  EVP_DigestUpdate(context_.get(), text.data(), text.size());
}

std::string digest::end() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
  unsigned size = 0;
  EVP_DigestFinal_ex(context_.get(), bytes.data(), &size);
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (unsigned i = 0; i < size; ++i) {
    out += digits[bytes[i] >> 4];
    out += digits[bytes[i] & 15];
  }
  return out;
}

}  // namespace ironbus::archive
