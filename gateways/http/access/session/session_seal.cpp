#include "gateways/http/access/session/session_seal.hpp"

#include "messages/crypto/base64.hpp"
#include "messages/crypto/hmac.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <memory>
#include <stdexcept>

namespace ironbus::http {

namespace {

using cipher_ptr = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;

constexpr size_t nonce_bytes = 12;
constexpr size_t tag_bytes = 16;
// Binds the encrypted text to its use.
constexpr std::string_view purpose = "ironbus session 1";

const unsigned char* raw(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

unsigned char* raw(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

void demand_success(int outcome) {
  if (outcome != 1) throw std::runtime_error("cannot encrypt a session cookie");
}

std::string random_nonce() {
  std::string out(nonce_bytes, '\0');
  demand_success(RAND_bytes(raw(out), static_cast<int>(out.size())));
  return out;
}

cipher_ptr new_cipher() { return {EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free}; }

}  // namespace

session_seal::session_seal(std::string_view secret)
    : cookie_key_(hmac_sha256(secret, "ironbus session cookie")),
      token_key_(hmac_sha256(secret, "ironbus session forgery token")) {}

std::string session_seal::seal(std::string_view text) const {
  const auto nonce = random_nonce();
  const auto cipher = new_cipher();
  auto* it = cipher.get();
  std::string coded(text.size(), '\0');
  std::string tag(tag_bytes, '\0');
  int length = 0;
  demand_success(EVP_EncryptInit_ex(it, EVP_aes_256_gcm(), nullptr,
                                    raw(std::string_view{cookie_key_}),
                                    raw(std::string_view{nonce})));
  demand_success(
      EVP_EncryptUpdate(it, nullptr, &length, raw(purpose), static_cast<int>(purpose.size())));
  demand_success(
      EVP_EncryptUpdate(it, raw(coded), &length, raw(text), static_cast<int>(text.size())));
  demand_success(EVP_EncryptFinal_ex(it, raw(tag), &length));
  demand_success(
      EVP_CIPHER_CTX_ctrl(it, EVP_CTRL_GCM_GET_TAG, static_cast<int>(tag_bytes), raw(tag)));
  return to_base64url(nonce + coded + tag);
}

std::optional<std::string> session_seal::open(std::string_view sealed) const {
  const auto bytes = from_base64url(sealed);
  if (!bytes || bytes->size() < nonce_bytes + tag_bytes) return std::nullopt;
  const std::string_view all{*bytes};
  const auto nonce = all.substr(0, nonce_bytes);
  const auto coded = all.substr(nonce_bytes, all.size() - nonce_bytes - tag_bytes);
  std::string tag{all.substr(all.size() - tag_bytes)};
  const auto cipher = new_cipher();
  auto* it = cipher.get();
  std::string text(coded.size(), '\0');
  std::string rest(tag_bytes, '\0');
  int length = 0;
  const bool good =
      EVP_DecryptInit_ex(it, EVP_aes_256_gcm(), nullptr, raw(std::string_view{cookie_key_}),
                         raw(nonce)) == 1 &&
      EVP_DecryptUpdate(it, nullptr, &length, raw(purpose), static_cast<int>(purpose.size())) ==
          1 &&
      EVP_DecryptUpdate(it, raw(text), &length, raw(coded), static_cast<int>(coded.size())) == 1 &&
      EVP_CIPHER_CTX_ctrl(it, EVP_CTRL_GCM_SET_TAG, static_cast<int>(tag_bytes), raw(tag)) == 1 &&
      EVP_DecryptFinal_ex(it, raw(rest), &length) == 1;
  if (!good) return std::nullopt;
  return text;
}

std::string session_seal::forgery_token(std::string_view session_id) const {
  return to_base64url(hmac_sha256(token_key_, session_id));
}

bool are_equal(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace ironbus::http
