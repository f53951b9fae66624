#include "messages/crypto/signing_key.hpp"

#include "messages/crypto/base64.hpp"
#include "messages/crypto/digest.hpp"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <array>
#include <new>

namespace ironbus {

namespace {

using bio_ptr = std::unique_ptr<BIO, decltype(&BIO_free)>;
using digest_ptr = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;
using key_ptr = std::shared_ptr<EVP_PKEY>;

constexpr size_t ed25519_key_bytes = 32;
constexpr size_t ed25519_signature_bytes = 64;

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

/// Prevents OpenSSL from asking for a passphrase on the terminal.
int no_passphrase(char*, int, int, void*) { return 0; }

using pem_reader = EVP_PKEY* (*)(BIO*, EVP_PKEY**, pem_password_cb*, void*);

key_ptr read_pem(const std::string& path, pem_reader read) {
  const bio_ptr file{BIO_new_file(path.c_str(), "r"), &BIO_free};
  if (!file) return nullptr;
  return {read(file.get(), nullptr, &no_passphrase, nullptr), &EVP_PKEY_free};
}

bool is_ed25519(const key_ptr& key) { return key && EVP_PKEY_id(key.get()) == EVP_PKEY_ED25519; }

tl::unexpected<failure> bad_key(const std::string& path, const std::string& wanted) {
  return fail(error_code::invalid, "'" + path.substr(0, 200) +
                                       "' cannot be used: it is not a readable PEM file with " +
                                       wanted + " of Ed25519.");
}

/// The members of the key's JSON Web Key, sorted and without blanks, as RFC 7638 requires.
std::string thumbprint(const key_ptr& key) {
  std::array<unsigned char, ed25519_key_bytes> raw{};
  size_t length = raw.size();
  EVP_PKEY_get_raw_public_key(key.get(), raw.data(), &length);
  const std::string_view text{reinterpret_cast<const char*>(raw.data()), length};
  digest sum{"sha256"};
  sum.add(R"({"crv":"Ed25519","kty":"OKP","x":")" + to_base64url(text) + R"("})");
  return to_base64url(sum.end_bytes());
}

}  // namespace

verifying_key::verifying_key(std::shared_ptr<evp_pkey_st> key)
    : key_{std::move(key)}, id_{thumbprint(key_)} {}

result<verifying_key> verifying_key::read(const std::string& path) {
  auto key = read_pem(path, &PEM_read_bio_PUBKEY);
  if (!key) key = read_pem(path, &PEM_read_bio_PrivateKey);
  if (!is_ed25519(key)) return bad_key(path, "a public key");
  return verifying_key{std::move(key)};
}

bool verifying_key::verifies(std::string_view text, std::string_view signature) const {
  const digest_ptr digest{EVP_MD_CTX_new(), &EVP_MD_CTX_free};
  return EVP_DigestVerifyInit(digest.get(), nullptr, nullptr, nullptr, key_.get()) == 1 &&
         EVP_DigestVerify(digest.get(), bytes_of(signature), signature.size(), bytes_of(text),
                          text.size()) == 1;
}

result<signing_key> signing_key::read(const std::string& path) {
  const auto key = read_pem(path, &PEM_read_bio_PrivateKey);
  if (!is_ed25519(key)) return bad_key(path, "a private key");
  return signing_key{key};
}

signing_key signing_key::for_trials() {
  const std::array<unsigned char, ed25519_key_bytes> seed{};
  return signing_key{
      key_ptr{EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, seed.data(), seed.size()),
              &EVP_PKEY_free}};
}

std::string signing_key::sign(std::string_view text) const {
  std::array<unsigned char, ed25519_signature_bytes> out{};
  size_t length = out.size();
  const digest_ptr digest{EVP_MD_CTX_new(), &EVP_MD_CTX_free};
  const bool good =
      EVP_DigestSignInit(digest.get(), nullptr, nullptr, nullptr, key_.get()) == 1 &&
      EVP_DigestSign(digest.get(), out.data(), &length, bytes_of(text), text.size()) == 1;
  if (!good) throw std::bad_alloc{};  // a key that has been read fails for no other reason
  return {reinterpret_cast<const char*>(out.data()), length};
}

}  // namespace ironbus
