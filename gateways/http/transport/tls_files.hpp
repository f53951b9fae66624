#pragma once

#include "messages/base/errors.hpp"
#include "messages/platform/tls_limits.hpp"

#include <string>
#include <variant>

namespace ironbus::http {

/// The PEM files of a server's certificate, both empty: no TLS; and what the server accepts.
struct tls_files {
  std::string certificate = {};  ///< Including its chain.
  std::string key = {};          ///< Not encrypted, because the server cannot ask for a password.
  tls_limits limits = {};

  bool wanted() const { return !certificate.empty() || !key.empty(); }
};

/// An unusable file. `key`: it is the key file, not the certificate.
struct tls_file_problem {
  bool key = false;
  std::string sentence;  ///< Names the file and the allowed contents.
};

/// Checks whether a server can use the files.
tl::expected<std::monostate, tls_file_problem> check_tls_files(const tls_files& x);

}  // namespace ironbus::http
