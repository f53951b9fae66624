#include "gateways/http/access/oidc/json_web_key.hpp"

#include "messages/base/text.hpp"
#include "messages/crypto/base64.hpp"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

struct token_algorithm {
  std::string_view name;
  std::string_view type;   ///< kty
  std::string_view curve;  ///< crv
  const char* digest;      ///< Null: part of the algorithm.
  bool pss = false;
};

constexpr std::array token_algorithm_rows{
    token_algorithm{"RS256", "RSA", "", "SHA256"},
    token_algorithm{"RS384", "RSA", "", "SHA384"},
    token_algorithm{"RS512", "RSA", "", "SHA512"},
    token_algorithm{"PS256", "RSA", "", "SHA256", true},
    token_algorithm{"PS384", "RSA", "", "SHA384", true},
    token_algorithm{"PS512", "RSA", "", "SHA512", true},
    token_algorithm{"ES256", "EC", "P-256", "SHA256"},
    token_algorithm{"ES384", "EC", "P-384", "SHA384"},
    token_algorithm{"ES512", "EC", "P-521", "SHA512"},
    token_algorithm{"EdDSA", "OKP", "Ed25519", nullptr},
};

const token_algorithm* find_token_algorithm(std::string_view name) {
  const auto* found = std::find_if(token_algorithm_rows.begin(), token_algorithm_rows.end(),
                                   [&](const auto& x) { return x.name == name; });
  return found != token_algorithm_rows.end() ? found : nullptr;
}

struct curve_row {
  std::string_view name;
  size_t bytes;  ///< Of one coordinate.
};

constexpr std::array curve_rows{
    curve_row{"P-256", 32},
    curve_row{"P-384", 48},
    curve_row{"P-521", 66},
};

/// 0: not an allowed curve.
size_t coordinate_bytes(std::string_view curve) {
  const auto* found = std::find_if(curve_rows.begin(), curve_rows.end(),
                                   [&](const auto& x) { return x.name == curve; });
  return found != curve_rows.end() ? found->bytes : 0;
}

constexpr int rsa_bits_min = 2048;
constexpr int rsa_bits_max = 8192;
constexpr size_t rsa_exponent_bytes_max = 8;
constexpr size_t ed25519_bytes = 32;
constexpr size_t key_id_bytes_max = 256;

using pkey_ptr = std::shared_ptr<EVP_PKEY>;

template <auto Free>
struct freed_by {
  template <class T>
  void operator()(T* x) const {
    Free(x);
  }
};
using bignum_ptr = std::unique_ptr<BIGNUM, freed_by<BN_free>>;
using builder_ptr = std::unique_ptr<OSSL_PARAM_BLD, freed_by<OSSL_PARAM_BLD_free>>;
using parameters_ptr = std::unique_ptr<OSSL_PARAM, freed_by<OSSL_PARAM_free>>;
using pkey_context_ptr = std::unique_ptr<EVP_PKEY_CTX, freed_by<EVP_PKEY_CTX_free>>;
using verification_ptr = std::unique_ptr<EVP_MD_CTX, freed_by<EVP_MD_CTX_free>>;
using ecdsa_ptr = std::unique_ptr<ECDSA_SIG, freed_by<ECDSA_SIG_free>>;

/// Removes the errors of this file from the thread's queue, which its TLS connections read, too.
class own_openssl_errors {
public:
  own_openssl_errors() { ERR_set_mark(); }
  ~own_openssl_errors() { ERR_pop_to_mark(); }
  own_openssl_errors(const own_openssl_errors&) = delete;
  own_openssl_errors& operator=(const own_openssl_errors&) = delete;
};

const unsigned char* octets(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

bignum_ptr bignum_of(std::string_view bytes) {
  return bignum_ptr{BN_bin2bn(octets(bytes), static_cast<int>(bytes.size()), nullptr)};
}

pkey_ptr public_key_from(const char* type, OSSL_PARAM* parameters) {
  const pkey_context_ptr context{EVP_PKEY_CTX_new_from_name(nullptr, type, nullptr)};
  if (!context || EVP_PKEY_fromdata_init(context.get()) != 1) return nullptr;
  EVP_PKEY* made = nullptr;
  const bool good = EVP_PKEY_fromdata(context.get(), &made, EVP_PKEY_PUBLIC_KEY, parameters) == 1;
  pkey_ptr out{made, &EVP_PKEY_free};
  return good ? out : nullptr;
}

/// Such as: the point is on the curve.
bool is_valid_key(const pkey_ptr& key) {
  const pkey_context_ptr context{EVP_PKEY_CTX_new_from_pkey(nullptr, key.get(), nullptr)};
  return context && EVP_PKEY_public_check(context.get()) == 1;
}

std::string bytes_member(const json& key, std::string_view name) {
  return from_base64url(member_text(key, name)).value_or("");
}

pkey_ptr read_rsa_key(const json& key) {
  const auto modulus = bytes_member(key, "n");
  const auto exponent = bytes_member(key, "e");
  if (modulus.size() > rsa_bits_max / 8 || exponent.empty() ||
      exponent.size() > rsa_exponent_bytes_max)
    return nullptr;
  const auto n = bignum_of(modulus);
  const auto e = bignum_of(exponent);
  if (!n || !e || BN_num_bits(n.get()) < rsa_bits_min) return nullptr;
  const builder_ptr builder{OSSL_PARAM_BLD_new()};
  if (!builder || OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_N, n.get()) != 1 ||
      OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_E, e.get()) != 1)
    return nullptr;
  const parameters_ptr parameters{OSSL_PARAM_BLD_to_param(builder.get())};
  return parameters ? public_key_from("RSA", parameters.get()) : nullptr;
}

pkey_ptr read_ec_key(const json& key) {
  auto curve = member_text(key, "crv");
  const auto bytes = coordinate_bytes(curve);
  const auto x = bytes_member(key, "x");
  const auto y = bytes_member(key, "y");
  if (bytes == 0 || x.size() != bytes || y.size() != bytes) return nullptr;
  std::string point = "\x04" + x + y;  // not compressed
  std::array parameters{
      OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, curve.data(), 0),
      OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size()),
      OSSL_PARAM_construct_end()};
  return public_key_from("EC", parameters.data());
}

pkey_ptr read_okp_key(const json& key) {
  const auto x = bytes_member(key, "x");
  if (member_text(key, "crv") != "Ed25519" || x.size() != ed25519_bytes) return nullptr;
  return {EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, octets(x), x.size()),
          &EVP_PKEY_free};
}

struct key_reader_row {
  std::string_view type;
  pkey_ptr (*read)(const json& key);
  const char* wanted;
};

constexpr std::array key_reader_rows{
    key_reader_row{"RSA", read_rsa_key, "a valid RSA key of 2048 to 8192 bits"},
    key_reader_row{"EC", read_ec_key, "a point of P-256, P-384 or P-521"},
    key_reader_row{"OKP", read_okp_key, "a key of Ed25519"},
};

bool allows_verification(const json& key) {
  const auto use = key.find("use");
  if (use != key.end() && *use != "sig") return false;
  const auto operations = key.find("key_ops");
  return operations == key.end() ||
         (operations->is_array() &&
          std::find(operations->begin(), operations->end(), "verify") != operations->end());
}

tl::unexpected<failure> unusable_key(std::string why) {
  return fail(error_code::invalid, std::move(why));
}

/// The signature of a token is r and s (RFC 7518, 3.4); OpenSSL wants DER. Empty: wrong length.
std::string der_signature(std::string_view signature, size_t bytes) {
  if (bytes == 0 || signature.size() != 2 * bytes) return {};
  const ecdsa_ptr pair{ECDSA_SIG_new()};
  auto r = bignum_of(signature.substr(0, bytes));
  auto s = bignum_of(signature.substr(bytes));
  if (!pair || !r || !s || ECDSA_SIG_set0(pair.get(), r.get(), s.get()) != 1) return {};
  static_cast<void>(r.release());  // owned by the pair
  static_cast<void>(s.release());
  unsigned char* der = nullptr;
  const int length = i2d_ECDSA_SIG(pair.get(), &der);
  std::string out;
  if (length > 0) out.assign(reinterpret_cast<const char*>(der), static_cast<size_t>(length));
  OPENSSL_free(der);
  return out;
}

bool use_pss(EVP_PKEY_CTX* context) {
  return EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1 &&
         EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) == 1;
}

bool verify_by_openssl(const token_algorithm& how, EVP_PKEY* key, std::string_view text,
                       std::string_view signature) {
  const verification_ptr verification{EVP_MD_CTX_new()};
  EVP_PKEY_CTX* context = nullptr;  // owned by the verification
  if (!verification || EVP_DigestVerifyInit_ex(verification.get(), &context, how.digest, nullptr,
                                               nullptr, key, nullptr) != 1)
    return false;
  if (how.pss && !use_pss(context)) return false;
  return EVP_DigestVerify(verification.get(), octets(signature), signature.size(), octets(text),
                          text.size()) == 1;
}

}  // namespace

bool is_token_algorithm(std::string_view name) { return find_token_algorithm(name) != nullptr; }

std::string token_algorithms() {
  return join(token_algorithm_rows, [](const auto& x) { return x.name; });
}

result<json_web_key> json_web_key::read(const json& key) {
  const own_openssl_errors errors;
  if (!key.is_object()) return unusable_key("it is not an object");
  json_web_key out;
  out.type_ = member_text(key, "kty");
  const auto* reader = std::find_if(key_reader_rows.begin(), key_reader_rows.end(),
                                    [&](const auto& x) { return x.type == out.type_; });
  if (reader == key_reader_rows.end())
    return unusable_key("its kty '" + out.type_.substr(0, 64) +
                        "' is not allowed; allowed: RSA, EC, OKP");
  if (!allows_verification(key)) return unusable_key("it is not for signatures");
  out.algorithm_ = member_text(key, "alg");
  if (!out.algorithm_.empty() && !is_token_algorithm(out.algorithm_))
    return unusable_key("its alg '" + out.algorithm_.substr(0, 64) +
                        "' is not allowed; allowed: " + token_algorithms());
  out.id_ = member_text(key, "kid");
  if (out.id_.size() > key_id_bytes_max) return unusable_key("its kid is longer than 256 bytes");
  if (out.type_ != "RSA") out.curve_ = member_text(key, "crv");
  out.key_ = reader->read(key);
  if (!out.key_ || !is_valid_key(out.key_))
    return unusable_key(std::string{"it is not "} + reader->wanted);
  return out;
}

bool json_web_key::fits(std::string_view algorithm) const {
  const auto* row = find_token_algorithm(algorithm);
  return row != nullptr && row->type == type_ && row->curve == curve_ &&
         (algorithm_.empty() || algorithm_ == algorithm);
}

bool json_web_key::verifies(std::string_view algorithm, std::string_view text,
                            std::string_view signature) const {
  if (!fits(algorithm)) return false;
  const own_openssl_errors errors;
  const auto& row = *find_token_algorithm(algorithm);
  if (type_ != "EC") return verify_by_openssl(row, key_.get(), text, signature);
  const auto der = der_signature(signature, coordinate_bytes(curve_));
  return !der.empty() && verify_by_openssl(row, key_.get(), text, der);
}

bool json_web_key::operator==(const json_web_key& other) const {
  const own_openssl_errors errors;
  return id_ == other.id_ && algorithm_ == other.algorithm_ && type_ == other.type_ &&
         curve_ == other.curve_ && EVP_PKEY_eq(key_.get(), other.key_.get()) == 1;
}

}  // namespace ironbus::http
