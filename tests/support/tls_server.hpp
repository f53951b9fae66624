#pragma once

#include "tests/support/certificate_authority.hpp"

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

using SSL_CTX = struct ssl_ctx_st;

namespace ironbus::test {

/// An HTTPS server on 127.0.0.1 that supports TLS up to one version. It answers each request with
/// 200 and an empty object, one connection at a time.
class tls_server {
public:
  /// `newest`: OpenSSL's number. `ciphers`: of TLS 1.2; empty: OpenSSL's default.
  explicit tls_server(int newest, const std::string& ciphers = {});
  ~tls_server();
  tls_server(const tls_server&) = delete;
  tls_server& operator=(const tls_server&) = delete;

  uint16_t port() const { return port_; }
  std::string url() const { return "https://127.0.0.1:" + std::to_string(port_) + "/in"; }
  /// The file of the authority that issued its certificate.
  std::string authority() const { return authority_.file(); }
  int requests() const { return requests_; }

private:
  void serve();
  void talk(int client);

  std::string folder_;
  certificate_authority authority_;
  SSL_CTX* context_ = nullptr;
  int listening_ = -1;
  uint16_t port_ = 0;
  std::atomic<int> requests_ = 0;
  std::thread thread_;
};

}  // namespace ironbus::test
