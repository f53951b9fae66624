#include "gateways/redis/redis_tls.hpp"

#include "gateways/redis/socket_bio.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>

namespace ironbus::redis {

namespace {

struct ssl_deleter {
  void operator()(SSL_CTX* x) const { SSL_CTX_free(x); }
  void operator()(SSL* x) const { SSL_free(x); }
};

class tls_stream final : public stream {
public:
  tls_stream(socket_handle socket, const tls_client_options& options, const std::string& host)
      : stream{std::move(socket)}, peer_{options, host}, bytes_{stream::socket()} {}
  /// Sends the close notification and does not wait for an answer.
  ~tls_stream() override {
    bytes_.waits = false;
    if (!failed_) SSL_shutdown(ssl_.get());
    ERR_clear_error();
  }

  result<std::monostate> shake_hands(const patience& limit);

  result<size_t> read(std::span<char> target) override;
  result<std::monostate> write(std::string_view bytes) override;
  bool is_quiet() override;

private:
  static int limited(size_t size) { return static_cast<int>(std::min<size_t>(size, INT_MAX)); }
  result<std::monostate> prepare();
  std::string why_failed(int outcome) const;
  tl::unexpected<failure> broken(int outcome);

  tls_peer peer_;
  bio_socket bytes_;
  std::unique_ptr<SSL_CTX, ssl_deleter> context_;
  std::unique_ptr<SSL, ssl_deleter> ssl_;
  bool failed_ = true;     ///< Nothing more may be sent.
  bool answered_ = false;  ///< The server has sent bytes since the handshake.
};

result<std::monostate> tls_stream::prepare() {
  context_.reset(SSL_CTX_new(TLS_client_method()));
  if (!context_) return fail(error_code::unavailable, "out of memory");
  if (auto good = peer_.prepare(context_.get()); !good) return good;
  ssl_.reset(SSL_new(context_.get()));
  auto* bio = ssl_ ? make_socket_bio(bytes_) : nullptr;
  if (bio == nullptr) return fail(error_code::unavailable, "out of memory");
  SSL_set_bio(ssl_.get(), bio, bio);
  return std::monostate{};
}

result<std::monostate> tls_stream::shake_hands(const patience& limit) {
  if (auto good = prepare(); !good) return good;
  for (;;) {
    ERR_clear_error();
    const auto outcome = SSL_connect(ssl_.get());
    if (outcome == 1) break;
    const auto wanted = SSL_get_error(ssl_.get(), outcome);
    if (wanted != SSL_ERROR_WANT_READ && wanted != SSL_ERROR_WANT_WRITE)
      return fail(error_code::unavailable, why_failed(outcome));
    const auto error = wait_for(socket(), wanted == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT, limit);
    if (error == ETIMEDOUT)
      return fail(error_code::unavailable,
                  "the TLS handshake timed out; check that the server uses TLS on this port");
    if (error != 0) return fail(error_code::unavailable, std::strerror(error));
  }
  bytes_.waits = true;
  failed_ = false;
  return std::monostate{};
}

std::string tls_stream::why_failed(int outcome) const {
  const auto wanted = SSL_get_error(ssl_.get(), outcome);
  auto why = peer_.why_refused();
  if (wanted == SSL_ERROR_WANT_READ || wanted == SSL_ERROR_WANT_WRITE)
    return std::string{no_answer_text};
  if (!why.empty()) return why;
  return bytes_.error == 0 ? std::string{closed_text} : std::strerror(bytes_.error);
}

tl::unexpected<failure> tls_stream::broken(int outcome) {
  failed_ = true;
  auto why = why_failed(outcome);
  // With TLS 1.3 the server checks our certificate after our side of the handshake has ended.
  if (!answered_ && (bytes_.ended || bytes_.error != 0))
    why += "; the server may require a client certificate, or reject ours";
  return fail(error_code::unavailable, std::move(why));
}

result<size_t> tls_stream::read(std::span<char> target) {
  ERR_clear_error();
  const auto count = SSL_read(ssl_.get(), target.data(), limited(target.size()));
  if (count <= 0) return broken(count);
  answered_ = true;
  return static_cast<size_t>(count);
}

result<std::monostate> tls_stream::write(std::string_view bytes) {
  while (!bytes.empty()) {
    ERR_clear_error();
    const auto count = SSL_write(ssl_.get(), bytes.data(), limited(bytes.size()));
    if (count <= 0) return broken(count);
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return std::monostate{};
}

/// Handles TLS's own messages, such as new keys.
bool tls_stream::is_quiet() {
  char byte = 0;
  ERR_clear_error();
  bytes_.waits = false;
  const auto count = SSL_read(ssl_.get(), &byte, 1);
  bytes_.waits = true;
  if (count <= 0 && SSL_get_error(ssl_.get(), count) == SSL_ERROR_WANT_READ) return true;
  failed_ = count <= 0;
  ERR_clear_error();
  return false;
}

}  // namespace

result<std::unique_ptr<stream>> make_tls_stream(socket_handle socket, const std::string& host,
                                                const tls_client_options& options,
                                                const patience& limit) {
  auto out = std::make_unique<tls_stream>(std::move(socket), options, host);
  if (auto done = out->shake_hands(limit); !done) return tl::unexpected<failure>(done.error());
  return out;
}

}  // namespace ironbus::redis
