#include "gateways/archive/archive_line.hpp"
#include "messages/base/json_writer.hpp"
#include "messages/crypto/base64.hpp"

#include <openssl/evp.h>

namespace ironbus::archive {

namespace {

constexpr std::string_view mark = "base64:";

bool is_utf8(const std::string& bytes) {
  auto mended = bytes;
  make_utf8(mended);
  return mended == bytes;
}

size_t padding_of(std::string_view coded) {
  if (coded.ends_with("==")) return 2;
  return coded.ends_with("=") ? 1 : 0;
}

}  // namespace

std::string to_json_text(const std::string& bytes) {
  if (!bytes.starts_with(mark) && is_utf8(bytes)) return bytes;
  return std::string{mark} + to_base64(bytes);
}

std::optional<std::string> from_json_text(std::string text) {
  if (!text.starts_with(mark)) return text;
  const auto coded = std::string_view{text}.substr(mark.size());
  if (coded.size() % 4 != 0) return std::nullopt;
  std::string bytes(coded.size() / 4 * 3, '\0');
  const auto length = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                                      reinterpret_cast<const unsigned char*>(coded.data()),
                                      static_cast<int>(coded.size()));
  if (length < 0) return std::nullopt;
  bytes.resize(static_cast<size_t>(length) - padding_of(coded));
  return bytes;
}

}  // namespace ironbus::archive
