#pragma once

#include "gateways/http/listening/client_authority.hpp"
#include "messages/base/errors.hpp"
#include "messages/platform/tls_limits.hpp"

#include <cstdint>
#include <string>
#include <variant>

namespace ironbus::http {

/// The PEM files of a server's certificate, both empty: no TLS; and what the server accepts.
struct tls_files {
  std::string certificate = {};  ///< Including its chain.
  std::string key = {};          ///< Not encrypted, because the server cannot ask for a password.
  tls_limits limits = {};
  client_authority clients = {};  ///< Of certificates of clients.

  bool wanted() const { return !certificate.empty() || !key.empty(); }
};

/// One of the files.
enum class tls_file : uint8_t { certificate, key, client_ca, client_crl };

/// An unusable file.
struct tls_file_problem {
  tls_file which = tls_file::certificate;
  std::string sentence;  ///< Names the file and the allowed contents.
};

/// Checks whether a server can use the files.
tl::expected<std::monostate, tls_file_problem> check_tls_files(const tls_files& x);

}  // namespace ironbus::http
