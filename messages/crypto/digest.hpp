#pragma once

#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace ironbus {

/// The digest of concatenated texts (FIPS 180-4; MD5: RFC 1321).
class digest {
public:
  /// `algorithm`: md5, sha256 or sha512.
  explicit digest(const std::string& algorithm);
  void add(std::string_view bytes);
  /// The digest in lower-case hexadecimal digits. Ends the object's use.
  std::string end();
  /// The digest as bytes. Ends the object's use.
  std::string end_bytes();

private:
  struct deleter {
    void operator()(evp_md_ctx_st* x) const;
  };
  std::unique_ptr<evp_md_ctx_st, deleter> context_;
};

/// The digest of one text, in the form of digest::end().
std::string digest_of(const std::string& algorithm, std::string_view bytes);
std::string sha256_of(std::string_view bytes);

}  // namespace ironbus
