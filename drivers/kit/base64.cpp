#include "drivers/kit/base64.hpp"

#include <openssl/evp.h>

namespace ironbus {

std::string to_base64(std::string_view text) {
  std::string out(4 * ((text.size() + 2) / 3) + 1, '\0');
  const auto length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                      reinterpret_cast<const unsigned char*>(text.data()),
                                      static_cast<int>(text.size()));
  out.resize(static_cast<size_t>(length));
  return out;
}

}  // namespace ironbus
