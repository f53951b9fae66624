#include "messages/crypto/digest.hpp"

#include <openssl/evp.h>

namespace ironbus {

void digest::deleter::operator()(evp_md_ctx_st* x) const { EVP_MD_CTX_free(x); }

digest::digest(const std::string& algorithm) : context_{EVP_MD_CTX_new()} {
  EVP_DigestInit_ex(context_.get(), EVP_get_digestbyname(algorithm.c_str()), nullptr);
}

void digest::add(std::string_view bytes) {
  EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size());
}

std::string digest::end() {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (const auto byte : end_bytes()) {
    const auto value = static_cast<unsigned char>(byte);
    out.append({digits[value >> 4U], digits[value & 15U]});
  }
  return out;
}

std::string digest::end_bytes() {
  std::string out(EVP_MAX_MD_SIZE, '\0');
  unsigned length = 0;
  EVP_DigestFinal_ex(context_.get(), reinterpret_cast<unsigned char*>(out.data()), &length);
  out.resize(length);
  return out;
}

std::string digest_of(const std::string& algorithm, std::string_view bytes) {
  digest out{algorithm};
  out.add(bytes);
  return out.end();
}

std::string sha256_of(std::string_view bytes) { return digest_of("sha256", bytes); }

}  // namespace ironbus
