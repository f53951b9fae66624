#include "messages/crypto/secret_box.hpp"

#include "messages/crypto/base64.hpp"

#include <openssl/evp.h>
#include <openssl/rand.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <new>

namespace ironbus {

namespace {

using cipher_ptr = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;

constexpr size_t box_key_bytes = 32;
constexpr size_t box_nonce_bytes = 12;
constexpr size_t box_tag_bytes = 16;
constexpr size_t box_id_max = 32;
/// OpenSSL takes lengths as int. No value of a store is nearly as long.
constexpr size_t box_part_max = size_t{1} << 30;

const unsigned char* box_bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

unsigned char* box_bytes(std::string& text) {
  return reinterpret_cast<unsigned char*>(text.data());
}

bool is_key_id(std::string_view id) {
  return !id.empty() && id.size() <= box_id_max && std::all_of(id.begin(), id.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' || c == '_';
  });
}

cipher_ptr new_cipher() {
  cipher_ptr out{EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free};
  if (!out) throw std::bad_alloc{};
  return out;
}

/// Nonce, encrypted text and tag. Valid arguments fail only without memory.
std::string encrypt(const secret_key& key, std::string_view secret, std::string_view place) {
  if (secret.size() > box_part_max || place.size() > box_part_max) throw std::bad_alloc{};
  std::string out(box_nonce_bytes + secret.size() + box_tag_bytes, '\0');
  auto* nonce = box_bytes(out);
  auto* text = nonce + box_nonce_bytes;
  const auto cipher = new_cipher();
  int done = 0;
  const bool good = RAND_bytes(nonce, static_cast<int>(box_nonce_bytes)) == 1 &&
                    EVP_EncryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr,
                                       box_bytes(key.bytes), nonce) == 1 &&
                    EVP_EncryptUpdate(cipher.get(), nullptr, &done, box_bytes(place),
                                      static_cast<int>(place.size())) == 1 &&
                    EVP_EncryptUpdate(cipher.get(), text, &done, box_bytes(secret),
                                      static_cast<int>(secret.size())) == 1 &&
                    EVP_EncryptFinal_ex(cipher.get(), text + secret.size(), &done) == 1 &&
                    EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG,
                                        static_cast<int>(box_tag_bytes), text + secret.size()) == 1;
  if (!good) throw std::bad_alloc{};
  return out;
}

/// Unset: the tag does not fit to the text, the place and the key.
std::optional<std::string> decrypt(const secret_key& key, std::string packed,
                                   std::string_view place) {
  const auto size = packed.size() - box_nonce_bytes - box_tag_bytes;
  if (size > box_part_max || place.size() > box_part_max) return std::nullopt;
  auto* nonce = box_bytes(packed);
  auto* text = nonce + box_nonce_bytes;
  std::string out(size, '\0');
  const auto cipher = new_cipher();
  int done = 0;
  const bool good =
      EVP_DecryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, box_bytes(key.bytes), nonce) ==
          1 &&
      EVP_DecryptUpdate(cipher.get(), nullptr, &done, box_bytes(place),
                        static_cast<int>(place.size())) == 1 &&
      EVP_DecryptUpdate(cipher.get(), box_bytes(out), &done, text, static_cast<int>(size)) == 1 &&
      EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, static_cast<int>(box_tag_bytes),
                          text + size) == 1 &&
      EVP_DecryptFinal_ex(cipher.get(), box_bytes(out) + size, &done) == 1;
  if (!good) return std::nullopt;
  return out;
}

}  // namespace

std::optional<std::string_view> key_id_of(std::string_view sealed) {
  if (!sealed.starts_with(sealed_prefix)) return std::nullopt;
  const auto rest = sealed.substr(sealed_prefix.size(), box_id_max + 1);
  const auto colon = rest.find(':');
  if (colon == std::string_view::npos || !is_key_id(rest.substr(0, colon))) return std::nullopt;
  return rest.substr(0, colon);
}

result<secret_box> secret_box::make(secret_key_ring ring) {
  for (size_t i = 0; i < ring.keys.size(); ++i) {
    const auto& key = ring.keys[i];
    if (!is_key_id(key.id))
      return fail(error_code::invalid,
                  "The id of key " + std::to_string(i + 1) +
                      " is not valid; allowed: 1 to 32 letters, digits, dots, dashes and "
                      "underscores.");
    if (key.bytes.size() != box_key_bytes)
      return fail(error_code::invalid, "The key '" + key.id + "' has " +
                                           std::to_string(key.bytes.size()) +
                                           " bytes; allowed: 32 bytes in base64.");
    for (size_t j = 0; j < i; ++j)
      if (ring.keys[j].id == key.id)
        return fail(error_code::invalid, "The key id '" + key.id + "' occurs twice.");
  }
  secret_box out{std::move(ring)};
  if (out.writes() && !out.has(out.writing_id()))
    return fail(error_code::invalid, "There is no key '" + out.writing_id() + "'.");
  return out;
}

std::vector<std::string> secret_box::ids() const {
  std::vector<std::string> out;
  for (const auto& key : ring_.keys) out.push_back(key.id);
  return out;
}

const secret_key* secret_box::find(std::string_view id) const {
  const auto found = std::find_if(ring_.keys.begin(), ring_.keys.end(),
                                  [&](const secret_key& key) { return key.id == id; });
  return found == ring_.keys.end() ? nullptr : &*found;
}

std::string secret_box::seal(std::string_view secret, std::string_view place) const {
  const auto& key = *find(ring_.writes_with);
  return std::string{sealed_prefix} + key.id + ":" + to_base64(encrypt(key, secret, place));
}

result<std::string> secret_box::open(std::string_view sealed, std::string_view place) const {
  const auto id = key_id_of(sealed);
  if (!id) return fail(error_code::invalid, "An encrypted value is malformed: it names no key.");
  const auto* key = find(*id);
  if (key == nullptr)
    return fail(error_code::invalid, "A value is encrypted with the key '" + std::string{*id} +
                                         "', which secrets.key_file does not have.");
  auto packed = from_base64(sealed.substr(sealed_prefix.size() + id->size() + 1));
  if (!packed || packed->size() < box_nonce_bytes + box_tag_bytes)
    return fail(error_code::invalid,
                "A value encrypted with the key '" + key->id + "' is cut or malformed.");
  auto secret = decrypt(*key, *std::move(packed), place);
  if (!secret)
    return fail(error_code::invalid, "A value encrypted with the key '" + key->id +
                                         "' cannot be decrypted: the key is a wrong one, or the "
                                         "value was changed or moved.");
  return *std::move(secret);
}

}  // namespace ironbus
