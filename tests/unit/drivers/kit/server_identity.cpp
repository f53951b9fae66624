#include "tests/unit/drivers/kit/keep_alive_server.hpp"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

namespace ironbus::test {

namespace {

template <class Write>
std::string pem_text(Write write) {
  const std::unique_ptr<BIO, decltype(&BIO_free)> out{BIO_new(BIO_s_mem()), &BIO_free};
  write(out.get());
  char* data = nullptr;
  const auto length = BIO_get_mem_data(out.get(), &data);
  return {data, static_cast<size_t>(length)};
}

}  // namespace

server_identity make_identity(const std::string& subject, long begins) {
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key{EVP_EC_gen("P-256"),
                                                                &EVP_PKEY_free};
  const std::unique_ptr<X509, decltype(&X509_free)> out{X509_new(), &X509_free};
  X509_set_version(out.get(), X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(out.get()), 1);
  X509_gmtime_adj(X509_getm_notBefore(out.get()), begins);
  X509_gmtime_adj(X509_getm_notAfter(out.get()), begins + 3600);
  X509_set_pubkey(out.get(), key.get());
  auto* name = X509_get_subject_name(out.get());
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>("test"), -1, -1, 0);
  X509_set_issuer_name(out.get(), name);
  auto* names = X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, subject.c_str());
  X509_add_ext(out.get(), names, -1);
  X509_EXTENSION_free(names);
  X509_sign(out.get(), key.get(), EVP_sha256());
  return {pem_text([&](BIO* bio) { PEM_write_bio_X509(bio, out.get()); }),
          pem_text([&](BIO* target) {
            PEM_write_bio_PrivateKey(target, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
          })};
}

}  // namespace ironbus::test
