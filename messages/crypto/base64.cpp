#include "messages/crypto/base64.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <cctype>
#include <iterator>

namespace ironbus {

namespace {

/// Decodes whole groups of four; the bytes for the padding are kept.
std::optional<std::string> decoded(std::string_view groups) {
  std::string out(groups.size() / 4 * 3, '\0');
  const auto length = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                      reinterpret_cast<const unsigned char*>(groups.data()),
                                      static_cast<int>(groups.size()));
  if (length != static_cast<int>(out.size())) return std::nullopt;
  return out;
}

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string out(4 * ((bytes.size() + 2) / 3) + 1, '\0');
  const auto length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                      reinterpret_cast<const unsigned char*>(bytes.data()),
                                      static_cast<int>(bytes.size()));
  out.resize(static_cast<size_t>(length));
  return out;
}

std::optional<std::string> from_base64(std::string_view text) {
  std::string plain;
  std::copy_if(text.begin(), text.end(), std::back_inserter(plain),
               [](unsigned char c) { return std::isspace(c) == 0; });
  auto out = decoded(plain);
  if (!out) return std::nullopt;
  out->resize(out->size() - (plain.ends_with("==") ? 2 : plain.ends_with('=') ? 1 : 0));
  return out;
}

std::string to_base64url(std::string_view bytes) {
  auto out = to_base64(bytes);
  while (out.ends_with('=')) out.pop_back();
  std::replace(out.begin(), out.end(), '+', '-');
  std::replace(out.begin(), out.end(), '/', '_');
  return out;
}

std::optional<std::string> from_base64url(std::string_view text) {
  if (text.find_first_of("+/=") != std::string_view::npos) return std::nullopt;
  std::string padded{text};
  std::replace(padded.begin(), padded.end(), '-', '+');
  std::replace(padded.begin(), padded.end(), '_', '/');
  const auto padding = (4 - padded.size() % 4) % 4;
  padded.append(padding, '=');
  auto out = decoded(padded);
  if (padding > 2 || !out) return std::nullopt;
  out->resize(out->size() - padding);
  // OpenSSL ignores blanks and leftover bits. Only the text that to_base64url() would write is
  // accepted.
  if (to_base64url(*out) != text) return std::nullopt;
  return out;
}

}  // namespace ironbus
