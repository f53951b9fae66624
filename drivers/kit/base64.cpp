#include "drivers/kit/base64.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <cctype>
#include <iterator>

namespace ironbus {

std::string to_base64(std::string_view text) {
  std::string out(4 * ((text.size() + 2) / 3) + 1, '\0');
  const auto length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                      reinterpret_cast<const unsigned char*>(text.data()),
                                      static_cast<int>(text.size()));
  out.resize(static_cast<size_t>(length));
  return out;
}

std::optional<std::string> from_base64(std::string_view text) {
  std::string plain;
  std::copy_if(text.begin(), text.end(), std::back_inserter(plain),
               [](unsigned char c) { return std::isspace(c) == 0; });
  std::string out(plain.size() / 4 * 3, '\0');
  const auto length = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                      reinterpret_cast<const unsigned char*>(plain.data()),
                                      static_cast<int>(plain.size()));
  if (plain.size() % 4 != 0 || length < 0) return std::nullopt;
  const auto filled = plain.ends_with("==") ? 2 : plain.ends_with('=') ? 1 : 0;
  out.resize(static_cast<size_t>(length - filled));
  return out;
}

}  // namespace ironbus
