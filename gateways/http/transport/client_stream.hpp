#pragma once

#include "gateways/http/transport/tls.hpp"

#include <boost/asio/async_result.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <array>
#include <chrono>
#include <memory>
#include <optional>

namespace ironbus::http {

/// For the last bytes of a connection, which a client may not wait for.
inline constexpr std::chrono::milliseconds end_patience{1'000};

/// The byte stream of a client's connection, with or without TLS. Timeouts apply to both and to the
/// handshake.
class client_stream {
public:
  using executor_type = boost::beast::tcp_stream::executor_type;
  using error = boost::system::error_code;

  /// `tls` null: without TLS.
  client_stream(boost::asio::ip::tcp::socket socket, tls_context tls)
      : tcp_(std::move(socket)), context_(std::move(tls)) {
    if (context_) tls_.emplace(tcp_, *context_);
  }

  executor_type get_executor() { return tcp_.get_executor(); }
  bool secure() const { return tls_.has_value(); }
  void expires_after(std::chrono::milliseconds x) { tcp_.expires_after(x); }
  void expires_never() { tcp_.expires_never(); }

  /// Only with TLS: call it once, before any read or write.
  template <class Handler>
  void async_handshake(Handler&& done) {
    tls_->async_handshake(boost::asio::ssl::stream_base::server, std::forward<Handler>(done));
  }
  /// Only with TLS, while no read or write is running: sends the close notification.
  template <class Handler>
  void async_say_end(Handler&& done) {
    tls_->async_shutdown(std::forward<Handler>(done));
  }

  template <class Buffers, class Handler>
  auto async_read_some(const Buffers& target, Handler&& done) {
    return boost::asio::async_initiate<Handler, void(error, size_t)>(
        [this](auto handler, const auto& buffers) {
          if (tls_)
            tls_->async_read_some(buffers, std::move(handler));
          else
            tcp_.async_read_some(buffers, std::move(handler));
        },
        done, target);
  }
  template <class Buffers, class Handler>
  auto async_write_some(const Buffers& source, Handler&& done) {
    return boost::asio::async_initiate<Handler, void(error, size_t)>(
        [this](auto handler, const auto& buffers) {
          if (tls_)
            tls_->async_write_some(buffers, std::move(handler));
          else
            tcp_.async_write_some(buffers, std::move(handler));
        },
        done, source);
  }
  /// The socket for direct writes without TLS. Makes it non-blocking.
  int plain_socket() {
    error ignored;
    tcp_.socket().native_non_blocking(true, ignored);
    return tcp_.socket().native_handle();
  }
  /// Calls `done` when the socket accepts more bytes. It has no timeout.
  template <class Handler>
  void async_wait_for_room(Handler&& done) {
    tcp_.socket().async_wait(boost::asio::ip::tcp::socket::wait_write, std::forward<Handler>(done));
  }
  /// Cancels that wait with an error.
  void stop_waiting() {
    error ignored;
    tcp_.socket().cancel(ignored);
  }
  /// Limits the bytes in the socket that have not been sent.
  void limit_unsent(int bytes) {
    ::setsockopt(tcp_.socket().native_handle(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &bytes,
                 sizeof bytes);
  }

  /// Reads and discards raw bytes from the network.
  template <class Buffers, class Handler>
  void async_skip_some(const Buffers& receiver, Handler&& done) {
    tcp_.async_read_some(receiver, std::forward<Handler>(done));
  }

  /// After the last write: waits a short time until the client closes, so that it can read the last
  /// bytes.
  template <class Handler>
  void async_wait_for_end(Handler done) {
    expires_after(end_patience);
    if (!tls_) return async_skip_rest(std::move(done));
    tls_->async_shutdown(
        [this, done = std::move(done)](error) mutable { async_skip_rest(std::move(done)); });
  }

  void shut_down_send() {
    error ignored;
    tcp_.socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send, ignored);
  }
  /// Cancels all operations and closes the socket.
  void close() { tcp_.close(); }

private:
  using rest = std::array<char, 2048>;

  template <class Handler>
  void async_skip_rest(Handler done) {
    shut_down_send();
    skip(std::make_shared<rest>(), std::move(done));
  }
  template <class Handler>
  void skip(std::shared_ptr<rest> place, Handler done) {
    const auto target = boost::asio::buffer(*place);
    tcp_.async_read_some(
        target, [this, place = std::move(place), done = std::move(done)](error e, size_t) mutable {
          if (e) return done(e == boost::asio::error::eof ? error{} : e);
          skip(std::move(place), std::move(done));
        });
  }

  boost::beast::tcp_stream tcp_;
  const tls_context context_;  ///< Must outlive the stream that uses it.
  std::optional<boost::asio::ssl::stream<boost::beast::tcp_stream&>> tls_;
};

// How Beast closes the stream of a WebSocket after its close frame or the timeout.

template <class Handler>
void async_teardown(boost::beast::role_type, client_stream& x, Handler&& done) {
  x.async_wait_for_end(std::forward<Handler>(done));
}

inline void beast_close_socket(client_stream& x) { x.close(); }

}  // namespace ironbus::http
