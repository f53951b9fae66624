#pragma once

#include "messages/base/errors.hpp"

#include <optional>
#include <string>
#include <variant>

using SSL_CTX = struct ssl_ctx_st;
using SSL = struct ssl_st;
using X509_STORE_CTX = struct x509_store_ctx_st;

namespace ironbus {

/// How a client encrypts its connection to a server. The files are PEM.
struct tls_client_options {
  std::string ca_file{};           ///< Authorities that are trusted; empty: the system's.
  std::string certificate_file{};  ///< Ours, with its chain; empty: none is shown.
  std::string key_file{};          ///< Of that certificate, not encrypted.
  bool verify_host = true;         ///< The server's certificate must be for the server's name.
  std::string server_name{};       ///< What that is; empty: the host of the address.

  bool operator==(const tls_client_options&) const = default;
};

/// A file of the options that cannot be used.
struct tls_client_problem {
  std::string tls_client_options::*file = nullptr;
  std::string sentence;  ///< Names the file and what is allowed.
};

/// What is wrong with the files now, as a connection would find it.
std::optional<tls_client_problem> find_problem(const tls_client_options& options);

/// A server that has to prove who it is. It must outlive the contexts that it has prepared, and
/// their connections.
class tls_peer {
public:
  /// `host` as the address has it: a name or an IP address.
  tls_peer(tls_client_options options, std::string host);
  tls_peer(const tls_peer&) = delete;
  tls_peer& operator=(const tls_peer&) = delete;

  /// Connections of the context speak TLS 1.2 or newer, ask for the server by its name, end their
  /// handshake unless its certificate is good, and show ours. The files are read now: `unavailable`
  /// names one that cannot be used.
  result<std::monostate> prepare(SSL_CTX* context);

  /// Why the handshake has failed that this thread has just tried; empty if nothing is known.
  std::string why_refused() const;

private:
  const std::string& name() const;
  result<std::monostate> demand_name(SSL_CTX* context) const;
  static int judge(int good, X509_STORE_CTX* chain);
  static void ask_by_name(const SSL* connection, int event, int outcome);

  const tls_client_options options_;
  const std::string host_;
  int refused_ = 0;  ///< Why its certificate is no good, in OpenSSL's numbers; 0: it is.
  int depth_ = 0;    ///< Which of the chain; 0: the server's own.
};

/// What OpenSSL says of this thread's last call, in words for operators; empty if it says nothing.
/// Forgets it.
std::string take_tls_error();

}  // namespace ironbus
