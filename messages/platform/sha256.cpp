#include "messages/platform/sha256.hpp"

#include <openssl/sha.h>

namespace ironbus {

std::string sha256(std::string_view bytes) {
  std::string out(SHA256_DIGEST_LENGTH, '\0');
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
         reinterpret_cast<unsigned char*>(out.data()));
  return out;
}

std::string sha256_hex(std::string_view bytes) {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (const auto byte : sha256(bytes)) {
    const auto value = static_cast<unsigned char>(byte);
    out.append({digits[value >> 4U], digits[value & 15U]});
  }
  return out;
}

}  // namespace ironbus
