#include "messages/crypto/hmac.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

namespace ironbus {

std::string hmac_sha256(std::string_view key, std::string_view text) {
  constexpr size_t bytes = 32;
  std::string out(bytes, '\0');
  unsigned length = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
       reinterpret_cast<const unsigned char*>(text.data()), text.size(),
       reinterpret_cast<unsigned char*>(out.data()), &length);
  return out;
}

}  // namespace ironbus
