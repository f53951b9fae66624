#include "messages/crypto/sha256.hpp"

#include <openssl/evp.h>

namespace ironbus {

namespace {

constexpr size_t sha256_bytes = 32;

}  // namespace

void sha256_digest::deleter::operator()(evp_md_ctx_st* x) const { EVP_MD_CTX_free(x); }

sha256_digest::sha256_digest() : context_{EVP_MD_CTX_new()} {
  EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr);
}

void sha256_digest::add(std::string_view bytes) {
  EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size());
}

std::string sha256_digest::end() {
  std::string out(sha256_bytes, '\0');
  EVP_DigestFinal_ex(context_.get(), reinterpret_cast<unsigned char*>(out.data()), nullptr);
  return out;
}

std::string hexadecimal(std::string_view bytes) {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (const auto byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    out.append({digits[value >> 4U], digits[value & 15U]});
  }
  return out;
}

std::string sha256_hex(std::string_view bytes) {
  sha256_digest digest;
  digest.add(bytes);
  return hexadecimal(digest.end());
}

}  // namespace ironbus
