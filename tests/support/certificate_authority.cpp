#include "tests/support/certificate_authority.hpp"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include <cstdio>
#include <filesystem>
#include <stdexcept>

namespace ironbus::test {

namespace {

using file_handle = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

file_handle open_pem(const std::string& path, const char* mode) {
  file_handle out{std::fopen(path.c_str(), mode), &std::fclose};
  if (!out) throw std::runtime_error{"cannot open the file " + path};
  return out;
}

void extend(X509* target, int kind, const std::string& value) {
  auto* extension = X509V3_EXT_conf_nid(nullptr, nullptr, kind, value.c_str());
  if (extension == nullptr) throw std::runtime_error{"OpenSSL does not know " + value};
  X509_add_ext(target, extension, -1);
  X509_EXTENSION_free(extension);
}

}  // namespace

void certificate_authority::deleter::operator()(EVP_PKEY* x) const { EVP_PKEY_free(x); }
void certificate_authority::deleter::operator()(X509* x) const { X509_free(x); }

certificate_authority::certificate_authority(std::string folder, const std::string& name)
    : folder_{std::move(folder)}, name_{name} {
  std::filesystem::create_directories(folder_);
  if (std::filesystem::exists(file())) {
    certificate_.reset(PEM_read_X509(open_pem(file(), "r").get(), nullptr, nullptr, nullptr));
    key_.reset(
        PEM_read_PrivateKey(open_pem(path(name + ".key"), "r").get(), nullptr, nullptr, nullptr));
    return;
  }
  key_.reset(EVP_EC_gen("P-256"));
  certificate_ = draft(name, key_.get(), {});
  X509_set_issuer_name(certificate_.get(), X509_get_subject_name(certificate_.get()));
  extend(certificate_.get(), NID_basic_constraints, "critical,CA:TRUE");
  X509_sign(certificate_.get(), key_.get(), EVP_sha256());
  write(name, certificate_.get(), key_.get());
}

certificate_authority::certificate certificate_authority::draft(const std::string& name,
                                                                EVP_PKEY* holder,
                                                                const certificate_wish& wish) {
  certificate out{X509_new()};
  uint32_t serial = 0;
  RAND_bytes(reinterpret_cast<unsigned char*>(&serial), sizeof serial);
  X509_set_version(out.get(), X509_VERSION_3);
  ASN1_INTEGER_set_uint64(X509_get_serialNumber(out.get()), uint64_t{serial} + 1);
  X509_gmtime_adj(X509_getm_notBefore(out.get()), wish.begins.count());
  X509_gmtime_adj(X509_getm_notAfter(out.get()), wish.ends.count());
  X509_set_pubkey(out.get(), holder);
  X509_NAME_add_entry_by_txt(X509_get_subject_name(out.get()), "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
  return out;
}

void certificate_authority::issue(const std::string& name, const certificate_wish& wish) const {
  const key holder{EVP_EC_gen("P-256")};
  const auto made = draft(name, holder.get(), wish);
  X509_set_issuer_name(made.get(), X509_get_subject_name(certificate_.get()));
  extend(made.get(), NID_basic_constraints, "critical,CA:FALSE");
  extend(made.get(), NID_subject_alt_name, wish.names);
  X509_sign(made.get(), key_.get(), EVP_sha256());
  write(name, made.get(), holder.get());
}

void certificate_authority::write(const std::string& name, X509* shown, EVP_PKEY* hidden) const {
  PEM_write_X509(open_pem(path(name + ".crt"), "w").get(), shown);
  PEM_write_PrivateKey(open_pem(path(name + ".key"), "w").get(), hidden, nullptr, nullptr, 0,
                       nullptr, nullptr);
}

}  // namespace ironbus::test
