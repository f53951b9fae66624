#include "token_signer.hpp"

#include "messages/crypto/base64.hpp"

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

#include <map>
#include <stdexcept>
#include <vector>

namespace ironbus::test {

namespace {

using signing_bytes = std::vector<unsigned char>;

void demand_of_openssl(bool good) {
  if (!good) throw std::runtime_error{"OpenSSL failed in a test"};
}

std::string text_of(const signing_bytes& bytes) { return {bytes.begin(), bytes.end()}; }

std::string curve_of(const std::string& algorithm) {
  static const std::map<std::string, std::string> curves{
      {"ES256", "P-256"}, {"ES384", "P-384"}, {"ES512", "P-521"}};
  return curves.at(algorithm);
}

int bytes_of_curve(const std::string& algorithm) {
  static const std::map<std::string, int> bytes{{"ES256", 32}, {"ES384", 48}, {"ES512", 66}};
  return bytes.at(algorithm);
}

EVP_PKEY* generate(const std::string& algorithm) {
  if (algorithm == "EdDSA") return EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519");
  if (algorithm.starts_with("ES")) return EVP_EC_gen(curve_of(algorithm).c_str());
  return EVP_RSA_gen(2048);
}

std::string number_of(EVP_PKEY* key, const char* name, int bytes) {
  BIGNUM* number = nullptr;
  demand_of_openssl(EVP_PKEY_get_bn_param(key, name, &number) == 1);
  signing_bytes out(static_cast<size_t>(bytes > 0 ? bytes : BN_num_bytes(number)));
  demand_of_openssl(BN_bn2binpad(number, out.data(), static_cast<int>(out.size())) >= 0);
  BN_free(number);
  return to_base64url(text_of(out));
}

std::string padded_number(const BIGNUM* number, int bytes) {
  signing_bytes out(static_cast<size_t>(bytes));
  demand_of_openssl(BN_bn2binpad(number, out.data(), bytes) == bytes);
  return text_of(out);
}

std::string joined_signature(const signing_bytes& der, int bytes) {
  const auto* begin = der.data();
  ECDSA_SIG* pair = d2i_ECDSA_SIG(nullptr, &begin, static_cast<long>(der.size()));
  demand_of_openssl(pair != nullptr);
  const auto out =
      padded_number(ECDSA_SIG_get0_r(pair), bytes) + padded_number(ECDSA_SIG_get0_s(pair), bytes);
  ECDSA_SIG_free(pair);
  return out;
}

}  // namespace

token_signer::token_signer(std::string which, std::string id)
    : algorithm(std::move(which)),
      key_id(std::move(id)),
      key_{generate(algorithm), &EVP_PKEY_free} {
  demand_of_openssl(key_ != nullptr);
}

json token_signer::public_key() const {
  json out{{"kid", key_id}, {"use", "sig"}, {"alg", algorithm}};
  if (algorithm == "EdDSA") {
    signing_bytes raw(32);
    size_t size = raw.size();
    demand_of_openssl(EVP_PKEY_get_raw_public_key(key_.get(), raw.data(), &size) == 1);
    out.update(json{{"kty", "OKP"}, {"crv", "Ed25519"}, {"x", to_base64url(text_of(raw))}});
  } else if (algorithm.starts_with("ES")) {
    const auto bytes = bytes_of_curve(algorithm);
    out.update(json{{"kty", "EC"},
                    {"crv", curve_of(algorithm)},
                    {"x", number_of(key_.get(), OSSL_PKEY_PARAM_EC_PUB_X, bytes)},
                    {"y", number_of(key_.get(), OSSL_PKEY_PARAM_EC_PUB_Y, bytes)}});
  } else {
    out.update(json{{"kty", "RSA"},
                    {"n", number_of(key_.get(), OSSL_PKEY_PARAM_RSA_N, 0)},
                    {"e", number_of(key_.get(), OSSL_PKEY_PARAM_RSA_E, 0)}});
  }
  return out;
}

std::string token_signer::public_pem() const {
  BIO* memory = BIO_new(BIO_s_mem());
  demand_of_openssl(PEM_write_bio_PUBKEY(memory, key_.get()) == 1);
  char* begin = nullptr;
  const auto size = BIO_get_mem_data(memory, &begin);
  std::string out{begin, static_cast<size_t>(size)};
  BIO_free(memory);
  return out;
}

std::string token_signer::token(const json& claims, const json& header) const {
  json whole{{"alg", algorithm}, {"kid", key_id}, {"typ", "JWT"}};
  whole.merge_patch(header);
  return token_of_texts(to_text(whole), to_text(claims));
}

std::string token_signer::token_of_texts(const std::string& header,
                                         const std::string& claims) const {
  const auto text = to_base64url(header) + "." + to_base64url(claims);
  return text + "." + to_base64url(sign(text));
}

std::string token_signer::sign(const std::string& text) const {
  EVP_MD_CTX* signing = EVP_MD_CTX_new();
  EVP_PKEY_CTX* how = nullptr;
  const auto digest = "SHA" + algorithm.substr(2);
  const auto* name = algorithm == "EdDSA" ? nullptr : digest.c_str();
  demand_of_openssl(
      EVP_DigestSignInit_ex(signing, &how, name, nullptr, nullptr, key_.get(), nullptr) == 1);
  if (algorithm.starts_with("PS")) {
    demand_of_openssl(EVP_PKEY_CTX_set_rsa_padding(how, RSA_PKCS1_PSS_PADDING) == 1);
    demand_of_openssl(EVP_PKEY_CTX_set_rsa_pss_saltlen(how, RSA_PSS_SALTLEN_DIGEST) == 1);
  }
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  size_t size = 0;
  demand_of_openssl(EVP_DigestSign(signing, nullptr, &size, bytes, text.size()) == 1);
  signing_bytes out(size);
  demand_of_openssl(EVP_DigestSign(signing, out.data(), &size, bytes, text.size()) == 1);
  out.resize(size);
  EVP_MD_CTX_free(signing);
  return algorithm.starts_with("ES") ? joined_signature(out, bytes_of_curve(algorithm))
                                     : text_of(out);
}

const token_signer& signer_of(const std::string& algorithm) {
  static std::map<std::string, token_signer> all;
  return all.try_emplace(algorithm, algorithm, "key-" + algorithm).first->second;
}

}  // namespace ironbus::test
