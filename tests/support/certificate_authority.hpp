#pragma once

#include <chrono>
#include <memory>
#include <string>

using EVP_PKEY = struct evp_pkey_st;
using X509 = struct x509_st;

namespace ironbus::test {

/// Content of a certificate.
struct certificate_wish {
  std::string names = "IP:127.0.0.1";  ///< Subject alternative names in OpenSSL's syntax.
  std::chrono::seconds begins{-60};    ///< Relative to now.
  std::chrono::seconds ends{3600};
};

/// Issues certificates into files: <name>.crt and <name>.key. Replaces existing files.
class certificate_authority {
public:
  /// Creates an authority with this file name, or loads an existing one.
  certificate_authority(std::string folder, const std::string& name);

  void issue(const std::string& name, const certificate_wish& wish = {}) const;
  /// The authority's own certificate.
  std::string file() const { return path(name_ + ".crt"); }
  std::string path(const std::string& file) const { return folder_ + "/" + file; }

private:
  struct deleter {
    void operator()(EVP_PKEY* x) const;
    void operator()(X509* x) const;
  };
  using key = std::unique_ptr<EVP_PKEY, deleter>;
  using certificate = std::unique_ptr<X509, deleter>;

  static certificate draft(const std::string& name, EVP_PKEY* holder, const certificate_wish& wish);
  void write(const std::string& name, X509* shown, EVP_PKEY* hidden) const;

  std::string folder_, name_;
  key key_;
  certificate certificate_;
};

}  // namespace ironbus::test
