#pragma once

#include "messages/base/errors.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/tcp_stream.hpp>

#include <memory>
#include <optional>
#include <string>

namespace ironbus::cli {

/// The TLS context that verifies a gateway's certificate.
using tls_trust = std::shared_ptr<boost::asio::ssl::context>;

/// The authorities of a PEM file, or the system's if `ca_file` is empty. `invalid` if they cannot
/// be read.
result<tls_trust> read_trust(const std::string& ca_file);

/// A connection to a gateway, with or without TLS.
class gateway_stream {
public:
  using plain_stream = boost::beast::tcp_stream;
  using tls_stream = boost::asio::ssl::stream<plain_stream&>;
  using error = boost::system::error_code;

  /// `trust` null: no TLS. The certificate must be for `host`.
  gateway_stream(boost::asio::io_context& io, tls_trust trust, const std::string& host);

  void expires_after(std::chrono::milliseconds x) { plain_.expires_after(x); }

  /// Connects and verifies the certificate; calls `done` with the error of either.
  template <class Endpoints, class Handler>
  void async_connect(const Endpoints& endpoints, Handler done) {
    plain_.async_connect(endpoints, [this, done](error e, const auto&) {
      if (e || !tls_) return done(e);
      tls_->async_handshake(boost::asio::ssl::stream_base::client, done);
    });
  }

  /// Calls `f` with the stream to read from and write to.
  template <class F>
  void with_stream(F f) {
    tls_ ? f(*tls_) : f(plain_);
  }

private:
  plain_stream plain_;
  const tls_trust trust_;
  std::optional<tls_stream> tls_;
};

}  // namespace ironbus::cli
