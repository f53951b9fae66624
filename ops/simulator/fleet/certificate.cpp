#include "ops/simulator/fleet/certificate.hpp"

#include "messages/platform/network.hpp"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

namespace ironbus::simulator {

namespace {

namespace ssl = boost::asio::ssl;

constexpr long valid_seconds = 10L * 365 * 24 * 3600;

using key_ptr = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using certificate_ptr = std::unique_ptr<X509, decltype(&X509_free)>;

bool add_names(X509* certificate, const std::string& name, const std::string& host) {
  auto text = "DNS:" + name + ",DNS:localhost";
  if (parse_ip(host)) text += ",IP:" + host;
  auto* extension = X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, text.c_str());
  if (extension == nullptr) return false;
  const bool added = X509_add_ext(certificate, extension, -1) == 1;
  X509_EXTENSION_free(extension);
  return added;
}

certificate_ptr make_certificate(EVP_PKEY* key, const std::string& name, const std::string& host) {
  certificate_ptr out{X509_new(), &X509_free};
  if (!out) return out;
  X509_set_version(out.get(), X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(out.get()), 1);
  X509_gmtime_adj(X509_getm_notBefore(out.get()), -24L * 3600);
  X509_gmtime_adj(X509_getm_notAfter(out.get()), valid_seconds);
  auto* subject = X509_get_subject_name(out.get());
  X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8,
                             reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
  X509_set_issuer_name(out.get(), subject);
  X509_set_pubkey(out.get(), key);
  if (!add_names(out.get(), name, host) || X509_sign(out.get(), key, EVP_sha256()) == 0)
    out.reset();
  return out;
}

/// Empty if OpenSSL fails.
std::string as_pem(X509* certificate) {
  const std::unique_ptr<BIO, decltype(&BIO_free)> memory{BIO_new(BIO_s_mem()), &BIO_free};
  if (!memory || PEM_write_bio_X509(memory.get(), certificate) != 1) return {};
  const char* text = nullptr;
  const auto size = BIO_get_mem_data(memory.get(), &text);
  return {text, static_cast<size_t>(size)};
}

}  // namespace

server_certificate make_server_certificate(const std::string& name, const std::string& host) {
  const key_ptr key{EVP_EC_gen("P-256"), &EVP_PKEY_free};
  if (!key) return {};
  const auto certificate = make_certificate(key.get(), name, host);
  if (!certificate) return {};
  auto out = std::make_shared<ssl::context>(ssl::context::tls_server);
  auto* native = out->native_handle();
  SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
  if (SSL_CTX_use_certificate(native, certificate.get()) != 1 ||
      SSL_CTX_use_PrivateKey(native, key.get()) != 1)
    return {};
  return {std::move(out), as_pem(certificate.get())};
}

}  // namespace ironbus::simulator
