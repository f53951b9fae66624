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

/// For the last bytes of a connection, whose end a client may well not wait for.
inline constexpr std::chrono::milliseconds end_patience{1'000};

/// The connection of a client: a byte_stream, with what a server does beside reading and writing.
/// Timeouts hold for reads, writes and the handshake.
class client_stream {
public:
  using executor_type = byte_stream::executor_type;
  using error = boost::system::error_code;

  /// `tls` null: in the clear.
  client_stream(boost::asio::ip::tcp::socket socket, tls_context tls) : bytes_(std::move(socket)) {
    if (tls) bytes_.use_tls(std::move(tls));
  }

  executor_type get_executor() { return bytes_.get_executor(); }
  bool secure() const { return bytes_.secure(); }
  void expires_after(std::chrono::milliseconds x) { bytes_.expires_after(x); }
  void expires_never() { bytes_.expires_never(); }

  /// Only if secure, once, before anything is read or written.
  template <class Handler>
  void async_handshake(Handler&& done) {
    bytes_.async_handshake(boost::asio::ssl::stream_base::server, std::forward<Handler>(done));
  }
  /// Only if secure, while nothing is read or written: tells the client that no more will come.
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
  /// The socket, for writes that go around this stream. Only in the clear. It does not block from
  /// then on.
  int plain_socket() {
    error ignored;
    bytes_.socket().native_non_blocking(true, ignored);
    return bytes_.socket().native_handle();
  }
  /// Completes when the socket takes more bytes. No timeout holds for it.
  template <class Handler>
  void async_wait_for_room(Handler&& done) {
    bytes_.socket().async_wait(boost::asio::ip::tcp::socket::wait_write,
                               std::forward<Handler>(done));
  }
  /// Ends that wait with an error.
  void stop_waiting() {
    error ignored;
    bytes_.socket().cancel(ignored);
  }
  /// The socket takes no more bytes while it has this many that it has not sent.
  void limit_unsent(int bytes) {
    ::setsockopt(bytes_.socket().native_handle(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &bytes,
                 sizeof bytes);
  }

  /// Reads bytes that nobody will look at, as they come from the network.
  template <class Buffers, class Handler>
  void async_skip_some(const Buffers& receiver, Handler&& done) {
    bytes_.async_read_raw(receiver, std::forward<Handler>(done));
  }

  /// When nothing is left to send: waits a moment for the client to close, so that it reads the
  /// last bytes.
  void async_wait_for_end(io_handler done) {
    expires_after(end_patience);
    if (!secure()) return async_skip_rest(std::move(done));
    async_say_end(
        [this, done = std::move(done)](error) mutable { async_skip_rest(std::move(done)); });
  }

  void shut_down_send() {
    error ignored;
    bytes_.socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send, ignored);
  }
  /// Ends everything that is under way.
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

// How Beast ends a WebSocket that has said goodbye, or has not in time.

template <class Handler>
void async_teardown(boost::beast::role_type, client_stream& x, Handler&& done) {
  x.async_wait_for_end(io_handler{std::forward<Handler>(done)});
}

inline void beast_close_socket(client_stream& x) { x.close(); }

}  // namespace ironbus::http
