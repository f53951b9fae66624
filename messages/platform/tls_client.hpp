#pragma once

#include "messages/base/errors.hpp"
#include "messages/platform/tls_limits.hpp"

#include <optional>
#include <string>
#include <variant>

using SSL_CTX = struct ssl_ctx_st;
using SSL = struct ssl_st;
using X509_STORE_CTX = struct x509_store_ctx_st;

namespace ironbus {

/// TLS settings of a client. The files are PEM.
struct tls_client_options {
  std::string ca_file{};           ///< Trusted authorities; empty: those of the system.
  std::string certificate_file{};  ///< The client certificate with its chain; empty: none is sent.
  std::string key_file{};          ///< The key of that certificate, not encrypted.
  bool verify_host = true;         ///< The server's certificate must match the server's name.
  std::string server_name{};       ///< The expected name; empty: the host of the address.
  tls_limits limits{};

  bool operator==(const tls_client_options&) const = default;
};

/// A configured file that cannot be used.
struct tls_client_problem {
  std::string tls_client_options::*file = nullptr;
  std::string sentence;  ///< Names the file and what is allowed.
};

/// Checks the files now, as a connection would.
std::optional<tls_client_problem> find_problem(const tls_client_options& options);

/// A server that must prove its identity. Must outlive the contexts that it prepared, and their
/// connections.
class tls_peer {
public:
  /// `host` is a name or an IP address, as in the address.
  tls_peer(tls_client_options options, std::string host);
  tls_peer(const tls_peer&) = delete;
  tls_peer& operator=(const tls_peer&) = delete;

  /// Prepares the context: the limits hold, the server's name is sent, the server's certificate is
  /// checked, and the client certificate is sent. Reads the files now: `unavailable` names one that
  /// cannot be used.
  result<std::monostate> prepare(SSL_CTX* context);

  /// Why the last handshake of this thread failed; empty if unknown.
  std::string why_refused() const;

private:
  const std::string& name() const;
  result<std::monostate> demand_name(SSL_CTX* context) const;
  static int judge(int good, X509_STORE_CTX* chain);
  static void ask_by_name(const SSL* connection, int event, int outcome);

  const tls_client_options options_;
  const std::string host_;
  int refused_ = 0;  ///< Why the certificate was rejected, as OpenSSL's number; 0: it was not.
  int depth_ = 0;    ///< Its position in the chain; 0: the server's own certificate.
};

/// OpenSSL's error of this thread's last call, in words for operators; empty if there is none.
/// Clears it.
std::string take_tls_error();

}  // namespace ironbus
