#pragma once

#include <openssl/evp.h>

#include <memory>
#include <string>
#include <string_view>

namespace ironbus::archive {

/// SHA-256 of texts one behind the other.
class digest {
public:
  digest();
  void add(std::string_view text);
  /// In hexadecimal digits; nothing may be added afterwards.
  std::string end();

private:
  struct deleter {
    void operator()(EVP_MD_CTX* x) const { EVP_MD_CTX_free(x); }
  };
  std::unique_ptr<EVP_MD_CTX, deleter> context_;
};

}  // namespace ironbus::archive
