#pragma once

#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace ironbus {

/// SHA-256 (FIPS 180-4) of texts one behind the other.
class sha256_digest {
public:
  sha256_digest();
  void add(std::string_view bytes);
  /// 32 bytes; nothing may be added afterwards.
  std::string end();

private:
  struct deleter {
    void operator()(evp_md_ctx_st* x) const;
  };
  std::unique_ptr<evp_md_ctx_st, deleter> context_;
};

/// Each byte as two digits in lower case.
std::string hexadecimal(std::string_view bytes);

/// Of one text, in hexadecimal digits.
std::string sha256_hex(std::string_view bytes);

}  // namespace ironbus
