#pragma once

#include "messages/base/errors.hpp"

#include <string>
#include <variant>

namespace ironbus::http {

/// Where a server's certificate is; PEM. Both empty: no TLS.
struct tls_files {
  std::string certificate;  ///< With the chain behind it.
  std::string key;          ///< Not encrypted: nobody is there to say the password.

  bool wanted() const { return !certificate.empty() || !key.empty(); }
};

/// A file of the two that cannot be used: `key` says that it is the key's.
struct tls_file_problem {
  bool key = false;
  std::string sentence;  ///< Names the file and what is allowed.
};

/// Whether a server could serve with them.
tl::expected<std::monostate, tls_file_problem> check_tls_files(const tls_files& x);

}  // namespace ironbus::http
