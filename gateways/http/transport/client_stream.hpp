#pragma once

#include "gateways/http/transport/tls.hpp"
#include "messages/stream/byte_stream.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <array>
#include <chrono>
#include <memory>

namespace ironbus::http {

/// For the last bytes of a connection, which a client may not wait for.
inline constexpr std::chrono::milliseconds close_timeout{1'000};

/// The connection of a client: a byte_stream with the socket operations that a server needs.
/// Timeouts apply to reads, writes and the handshake.
class client_stream {
public:
  using executor_type = byte_stream::executor_type;
  using error = boost::system::error_code;

  explicit client_stream(boost::asio::ip::tcp::socket socket) : bytes_(std::move(socket)) {}

  executor_type get_executor() { return bytes_.get_executor(); }
  bool secure() const { return bytes_.secure(); }
  /// The bytes below HTTP.
  byte_stream& bytes() { return bytes_; }
  /// What is read and written from now on goes through TLS.
  void use_tls(tls_context tls) { bytes_.use_tls(std::move(tls)); }
  /// OpenSSL's connection; null without TLS.
  SSL* tls() { return bytes_.tls(); }
  void expires_after(std::chrono::milliseconds x) { bytes_.expires_after(x); }
  void expires_never() { bytes_.expires_never(); }

  /// Only with TLS: call it once, before any read or write.
  template <class Handler>
  void async_handshake(Handler&& done) {
    bytes_.async_handshake(boost::asio::ssl::stream_base::server, std::forward<Handler>(done));
  }
  /// Only with TLS, while no read or write is running: sends the close notification.
  template <class Handler>
  void async_say_end(Handler&& done) {
    bytes_.async_shutdown(std::forward<Handler>(done));
  }

  template <class Buffers, class Handler>
  auto async_read_some(const Buffers& target, Handler&& done) {
    return bytes_.async_read_some(target, std::forward<Handler>(done));
  }
  template <class Buffers, class Handler>
  auto async_write_some(const Buffers& source, Handler&& done) {
    return bytes_.async_write_some(source, std::forward<Handler>(done));
  }
  /// The socket for direct writes without TLS. Makes it non-blocking.
  int plain_socket() {
    error ignored;
    bytes_.socket().native_non_blocking(true, ignored);
    return bytes_.socket().native_handle();
  }
  /// Calls `done` when the socket accepts more bytes. It has no timeout.
  template <class Handler>
  void async_wait_for_room(Handler&& done) {
    bytes_.socket().async_wait(boost::asio::ip::tcp::socket::wait_write,
                               std::forward<Handler>(done));
  }
  /// Cancels that wait with an error.
  void stop_waiting() {
    error ignored;
    bytes_.socket().cancel(ignored);
  }
  /// Limits the bytes in the socket that have not been sent.
  void limit_unsent(int bytes) {
    ::setsockopt(bytes_.socket().native_handle(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &bytes,
                 sizeof bytes);
  }

  /// Reads and discards raw bytes from the network.
  template <class Buffers, class Handler>
  void async_skip_some(const Buffers& receiver, Handler&& done) {
    bytes_.async_read_raw(receiver, std::forward<Handler>(done));
  }

  /// After the last write: waits a short time until the client closes, so that it can read the last
  /// bytes.
  void async_wait_for_end(io_handler done) {
    expires_after(close_timeout);
    if (!secure()) return async_skip_rest(std::move(done));
    async_say_end(
        [this, done = std::move(done)](error) mutable { async_skip_rest(std::move(done)); });
  }

  void shut_down_send() {
    error ignored;
    bytes_.socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send, ignored);
  }
  /// Cancels all operations and closes the socket.
  void close() { bytes_.close(); }

private:
  using rest = std::array<char, 2048>;

  void async_skip_rest(io_handler done) {
    shut_down_send();
    skip(std::make_shared<rest>(), std::move(done));
  }
  void skip(std::shared_ptr<rest> place, io_handler done) {
    const auto target = boost::asio::buffer(*place);
    bytes_.async_read_raw(
        target, [this, place = std::move(place), done = std::move(done)](error e, size_t) mutable {
          if (e) return done(e == boost::asio::error::eof ? error{} : e);
          skip(std::move(place), std::move(done));
        });
  }

  byte_stream bytes_;
};

// How Beast closes the stream of a WebSocket after its close frame or the timeout.

template <class Handler>
void async_teardown(boost::beast::role_type, client_stream& x, Handler&& done) {
  x.async_wait_for_end(io_handler::of_error(std::forward<Handler>(done)));
}

inline void beast_close_socket(client_stream& x) { x.close(); }

}  // namespace ironbus::http
