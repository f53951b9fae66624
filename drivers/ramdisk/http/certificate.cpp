#include "drivers/ramdisk/http/certificate.hpp"

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <memory>

namespace ironbus::ramdisk {

namespace {

using key_ptr = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using certificate_ptr = std::unique_ptr<X509, decltype(&X509_free)>;
using bio_ptr = std::unique_ptr<BIO, decltype(&BIO_free)>;
using number_ptr = std::unique_ptr<BIGNUM, decltype(&BN_free)>;

constexpr long skew_seconds = 3600;
constexpr long valid_seconds = 90L * 24 * 3600;

std::string bio_text(BIO* memory) {
  char* bytes = nullptr;
  const auto size = BIO_get_mem_data(memory, &bytes);
  return size > 0 ? std::string(bytes, static_cast<std::size_t>(size)) : std::string{};
}

bool add_extension(X509* certificate, int kind, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
  auto* extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str());
  if (extension == nullptr) return false;
  const bool added = X509_add_ext(certificate, extension, -1) == 1;
  X509_EXTENSION_free(extension);
  return added;
}

bool set_serial(X509* certificate) {
  const number_ptr serial{BN_new(), &BN_free};
  return serial && BN_rand(serial.get(), 127, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) == 1 &&
         BN_to_ASN1_INTEGER(serial.get(), X509_get_serialNumber(certificate)) != nullptr;
}

bool fill_in(X509* certificate, EVP_PKEY* key, const std::string& name,
             const std::string& ip_address) {
  auto* subject = X509_get_subject_name(certificate);
  return X509_set_version(certificate, X509_VERSION_3) == 1 && set_serial(certificate) &&
         X509_gmtime_adj(X509_getm_notBefore(certificate), -skew_seconds) != nullptr &&
         X509_gmtime_adj(X509_getm_notAfter(certificate), valid_seconds) != nullptr &&
         X509_set_pubkey(certificate, key) == 1 &&
         X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8,
                                    reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1,
                                    0) == 1 &&
         X509_set_issuer_name(certificate, subject) == 1 &&
         add_extension(certificate, NID_basic_constraints, "critical,CA:TRUE") &&
         add_extension(certificate, NID_subject_alt_name, "critical,IP:" + ip_address) &&
         X509_sign(certificate, key, EVP_sha256()) != 0;
}

}  // namespace

std::optional<own_certificate> make_certificate(const std::string& name,
                                                const std::string& ip_address) {
  const key_ptr key{EVP_EC_gen("P-256"), &EVP_PKEY_free};
  const certificate_ptr certificate{X509_new(), &X509_free};
  const bio_ptr memory{BIO_new(BIO_s_mem()), &BIO_free};
  const bio_ptr secret{BIO_new(BIO_s_mem()), &BIO_free};
  if (!key || !certificate || !memory || !secret) return std::nullopt;
  if (!fill_in(certificate.get(), key.get(), name.empty() ? "agent" : name, ip_address))
    return std::nullopt;
  if (PEM_write_bio_X509(memory.get(), certificate.get()) != 1 ||
      PEM_write_bio_PrivateKey(secret.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) != 1)
    return std::nullopt;
  return own_certificate{bio_text(memory.get()), bio_text(secret.get())};
}

}  // namespace ironbus::ramdisk
