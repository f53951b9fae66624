#pragma once

#include "messages/stream/io_handler.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream_base.hpp>
#include <boost/beast/core/role.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ironbus {

/// The buffers of one read or write, without the type of the caller's sequence. Buffers beyond
/// `max` wait for the next call, which every composed operation makes.
template <class Buffer>
class buffer_list {
public:
  static constexpr size_t max = 16;
  using value_type = Buffer;
  using const_iterator = const Buffer*;

  template <class Sequence>
  explicit buffer_list(const Sequence& sequence) {
    auto next = boost::asio::buffer_sequence_begin(sequence);
    const auto last = boost::asio::buffer_sequence_end(sequence);
    for (; next != last && count_ < max; ++next)
      if (Buffer one{*next}; one.size() > 0) buffers_[count_++] = one;
  }

  const Buffer* begin() const { return buffers_.data(); }
  const Buffer* end() const { return buffers_.data() + count_; }

private:
  std::array<Buffer, max> buffers_;
  size_t count_ = 0;
};

/// The endpoints of a resolved name, for byte_stream::async_connect.
std::vector<boost::asio::ip::tcp::endpoint> endpoints_of(
    const boost::asio::ip::tcp::resolver::results_type& resolved);

/// One TCP connection, in the clear or through TLS: an AsyncStream of Asio with deadlines. Its
/// operations are compiled once, in byte_stream.cpp, for all readers and writers.
///
/// Handlers run on the stream's executor, whatever executor is associated with them; so use it from
/// coroutines and handlers of that executor only. A deadline holds for every operation that is
/// under way or starts later; they end with boost::beast::error::timeout.
class byte_stream {
public:
  using executor_type = boost::asio::any_io_executor;
  using error = boost::system::error_code;
  using tcp = boost::asio::ip::tcp;
  using tls_context = std::shared_ptr<boost::asio::ssl::context>;
  using handshake_type = boost::asio::ssl::stream_base::handshake_type;

  /// Not connected yet.
  explicit byte_stream(const executor_type& executor);
  explicit byte_stream(tcp::socket socket);
  ~byte_stream();
  byte_stream(const byte_stream&) = delete;
  byte_stream& operator=(const byte_stream&) = delete;

  executor_type get_executor();
  tcp::socket& socket();

  /// What is read and written from now on goes through TLS. Keeps the context. Before the
  /// handshake.
  void use_tls(tls_context context);
  bool secure() const;
  /// OpenSSL's connection; null unless secure.
  SSL* tls();
  /// Only if secure: the certificate must be of `host`, which is also sent as the server's name
  /// unless it is an address.
  void expect_host(const std::string& host);

  void expires_after(std::chrono::nanoseconds x);
  void expires_at(std::chrono::steady_clock::time_point x);
  void expires_never();
  /// Ends all operations with operation_aborted.
  void cancel();
  void close();

  /// Tries one endpoint after the other. `void(error)`.
  template <class Token>
  auto async_connect(std::vector<tcp::endpoint> endpoints, Token&& token) {
    return boost::asio::async_initiate<Token, void(error)>(
        [this](auto handler, std::vector<tcp::endpoint> found) {
          connect(std::move(found), io_handler::of_error(std::move(handler)));
        },
        token, std::move(endpoints));
  }
  /// Only if secure. `void(error)`.
  template <class Token>
  auto async_handshake(handshake_type type, Token&& token) {
    return boost::asio::async_initiate<Token, void(error)>(
        [this, type](auto handler) { handshake(type, io_handler::of_error(std::move(handler))); },
        token);
  }
  /// Only if secure: tells the peer that no more will come. `void(error)`.
  template <class Token>
  auto async_shutdown(Token&& token) {
    return boost::asio::async_initiate<Token, void(error)>(
        [this](auto handler) { shutdown(io_handler::of_error(std::move(handler))); }, token);
  }
  template <class Buffers, class Token>
  auto async_read_some(const Buffers& target, Token&& token) {
    return start(&byte_stream::read, read_buffers{target}, std::forward<Token>(token));
  }
  template <class Buffers, class Token>
  auto async_write_some(const Buffers& source, Token&& token) {
    return start(&byte_stream::write, write_buffers{source}, std::forward<Token>(token));
  }
  /// Reads bytes from the network, below TLS: for bytes that are discarded.
  template <class Buffers, class Token>
  auto async_read_raw(const Buffers& target, Token&& token) {
    return start(&byte_stream::read_raw, read_buffers{target}, std::forward<Token>(token));
  }

private:
  using read_buffers = buffer_list<boost::asio::mutable_buffer>;
  using write_buffers = buffer_list<boost::asio::const_buffer>;
  struct layers;

  template <class Buffers, class Token>
  auto start(void (byte_stream::*begin)(const Buffers&, io_handler), Buffers buffers,
             Token&& token) {
    return boost::asio::async_initiate<Token, void(error, size_t)>(
        [this, begin](auto handler, const Buffers& list) {
          (this->*begin)(list, io_handler{std::move(handler)});
        },
        token, std::move(buffers));
  }

  void connect(std::vector<tcp::endpoint> endpoints, io_handler done);
  void handshake(handshake_type type, io_handler done);
  void shutdown(io_handler done);
  void read(const read_buffers& buffers, io_handler done);
  void read_raw(const read_buffers& buffers, io_handler done);
  void write(const write_buffers& buffers, io_handler done);

  std::unique_ptr<layers> layers_;
};

}  // namespace ironbus
