#include "messages/stream/byte_stream.hpp"

#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <openssl/ssl.h>

#include <optional>

namespace ironbus {

namespace asio = boost::asio;

std::vector<asio::ip::tcp::endpoint> endpoints_of(
    const asio::ip::tcp::resolver::results_type& resolved) {
  std::vector<asio::ip::tcp::endpoint> out;
  for (const auto& one : resolved) out.push_back(one.endpoint());
  return out;
}

struct byte_stream::layers {
  explicit layers(const executor_type& executor) : plain(executor) {}
  explicit layers(tcp::socket socket) : plain(std::move(socket)) {}

  boost::beast::tcp_stream plain;
  tls_context context;  ///< Kept for as long as it is used.
  std::optional<asio::ssl::stream<boost::beast::tcp_stream&>> tls;
};

byte_stream::byte_stream(const executor_type& executor)
    : layers_(std::make_unique<layers>(executor)) {}

byte_stream::byte_stream(tcp::socket socket)
    : layers_(std::make_unique<layers>(std::move(socket))) {}

byte_stream::~byte_stream() = default;

byte_stream::executor_type byte_stream::get_executor() { return layers_->plain.get_executor(); }

byte_stream::tcp::socket& byte_stream::socket() { return layers_->plain.socket(); }

void byte_stream::use_tls(tls_context context) {
  layers_->context = std::move(context);
  layers_->tls.emplace(layers_->plain, *layers_->context);
}

bool byte_stream::secure() const { return layers_->tls.has_value(); }

SSL* byte_stream::tls() { return secure() ? layers_->tls->native_handle() : nullptr; }

void byte_stream::expect_host(const std::string& host) {
  layers_->tls->set_verify_callback(asio::ssl::host_name_verification(host));
  error is_name;
  asio::ip::make_address(host, is_name);
  if (is_name) SSL_set_tlsext_host_name(layers_->tls->native_handle(), host.c_str());
}

void byte_stream::expires_after(std::chrono::nanoseconds x) { layers_->plain.expires_after(x); }

void byte_stream::expires_at(std::chrono::steady_clock::time_point x) {
  layers_->plain.expires_at(x);
}

void byte_stream::expires_never() { layers_->plain.expires_never(); }

void byte_stream::cancel() { layers_->plain.cancel(); }

void byte_stream::close() { layers_->plain.close(); }

void byte_stream::connect(std::vector<tcp::endpoint> endpoints, io_handler done) {
  layers_->plain.async_connect(
      endpoints,
      [done = std::move(done)](error e, const tcp::endpoint&) mutable { std::move(done)(e); });
}

void byte_stream::handshake(handshake_type type, io_handler done) {
  layers_->tls->async_handshake(type, std::move(done));
}

void byte_stream::shutdown(io_handler done) { layers_->tls->async_shutdown(std::move(done)); }

void byte_stream::read(const read_buffers& buffers, io_handler done) {
  if (layers_->tls)
    layers_->tls->async_read_some(buffers, std::move(done));
  else
    read_raw(buffers, std::move(done));
}

void byte_stream::read_raw(const read_buffers& buffers, io_handler done) {
  layers_->plain.async_read_some(buffers, std::move(done));
}

void byte_stream::write(const write_buffers& buffers, io_handler done) {
  if (layers_->tls)
    layers_->tls->async_write_some(buffers, std::move(done));
  else
    layers_->plain.async_write_some(buffers, std::move(done));
}

}  // namespace ironbus
