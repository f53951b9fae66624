#include "drivers/ramdisk/http/web_server.hpp"

#include "drivers/ramdisk/base/log.hpp"
#include "drivers/ramdisk/base/text.hpp"
#include "messages/platform/set_tls_limits.hpp"
#include "messages/stream/byte_stream.hpp"

#include <boost/asio.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <atomic>
#include <chrono>

namespace ironbus::ramdisk {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using tcp = asio::ip::tcp;
using asio::use_awaitable;

namespace {

constexpr int connections_max = 32;
constexpr std::uint32_t request_head_max = 16 * 1024;
constexpr std::uint64_t request_body_max = 96U << 20;  // may include a config drive
constexpr std::chrono::seconds handshake_time{20};
constexpr std::chrono::seconds request_time{120};

}  // namespace

struct web_server::shared_state : std::enable_shared_from_this<shared_state> {
  shared_state(asio::io_context& context, request_handler requests)
      : io{context}, acceptor{context}, handler{std::move(requests)} {}

  void listen(int port) {
    tcp::endpoint place{tcp::v6(), static_cast<std::uint16_t>(port)};
    boost::system::error_code error;
    acceptor.open(tcp::v6(), error);
    if (error) {  // a kernel without IPv6
      place = tcp::endpoint{tcp::v4(), static_cast<std::uint16_t>(port)};
      acceptor.open(tcp::v4());
    } else {
      acceptor.set_option(asio::ip::v6_only{false});
    }
    acceptor.set_option(asio::socket_base::reuse_address{true});
    acceptor.bind(place);
    acceptor.listen();
  }

  void use(const server_tls& tls) {
    settings = std::make_shared<asio::ssl::context>(asio::ssl::context::tls_server);
    set_tls_limits(settings->native_handle(), tls.limits);
    settings->use_certificate_chain(asio::buffer(tls.certificate.certificate));
    settings->use_private_key(asio::buffer(tls.certificate.private_key), asio::ssl::context::pem);
  }

  asio::awaitable<void> accept_all() {
    const auto self = shared_from_this();
    while (acceptor.is_open()) {
      boost::system::error_code error;
      auto socket = co_await acceptor.async_accept(asio::redirect_error(use_awaitable, error));
      if (error || connections >= connections_max) continue;
      ++connections;
      asio::co_spawn(io, serve(std::move(socket)), [self](const std::exception_ptr& thrown) {
        --self->connections;
        if (thrown) log_detail("a connection closed early");
      });
    }
  }

  asio::awaitable<void> serve(tcp::socket socket) {
    byte_stream peer{std::move(socket)};
    if (!settings) {
      co_await converse(peer, "http");
      co_return;
    }
    peer.use_tls(settings);
    peer.expires_after(handshake_time);
    co_await peer.async_handshake(asio::ssl::stream_base::server, use_awaitable);
    co_await converse(peer, "https");
    peer.expires_after(handshake_time);
    boost::system::error_code ignored;  // many clients just disconnect
    co_await peer.async_shutdown(asio::redirect_error(use_awaitable, ignored));
  }

  asio::awaitable<void> converse(byte_stream& peer, const char* scheme) {
    beast::flat_buffer buffer;
    for (bool more = true; more;) {
      http::request_parser<http::string_body> parser;
      parser.header_limit(request_head_max);
      parser.body_limit(request_body_max);
      peer.expires_after(request_time);
      boost::system::error_code error;
      co_await http::async_read(peer, buffer, parser, asio::redirect_error(use_awaitable, error));
      if (error) co_return;
      auto message = parser.release();
      more = message.keep_alive();
      peer.expires_never();  // a command that the client waits for may take long
      const auto answer = answer_message(co_await handler(request_of(message, scheme)), more);
      peer.expires_after(request_time);
      co_await http::async_write(peer, answer, use_awaitable);
    }
  }

  static served_request request_of(http::request<http::string_body>& message, const char* scheme) {
    const auto target = std::string{message.target()};
    const auto question = std::min(target.find('?'), target.size());
    served_request out;
    out.method = message.method_string();
    out.path = percent_decoded(target.substr(0, question));
    if (question < target.size()) out.query = target.substr(question + 1);
    out.body = std::move(message.body());
    out.base_url = scheme + std::string{"://"} + std::string{message[http::field::host]};
    return out;
  }

  static http::response<http::string_body> answer_message(served_answer answer, bool keep_alive) {
    http::response<http::string_body> out{static_cast<http::status>(answer.status), 11};
    out.set(http::field::content_type, "application/json");
    if (!answer.location.empty()) out.set(http::field::location, answer.location);
    if (!answer.allowed.empty()) out.set(http::field::allow, answer.allowed);
    out.keep_alive(keep_alive);
    out.body() = std::move(answer.body);
    out.prepare_payload();
    return out;
  }

  asio::io_context& io;
  tcp::acceptor acceptor;
  request_handler handler;
  byte_stream::tls_context settings;
  std::atomic<int> connections = 0;
};

web_server::web_server(asio::io_context& io, int port, const std::optional<server_tls>& tls,
                       request_handler handler)
    : state_{std::make_shared<shared_state>(io, std::move(handler))} {
  if (tls) state_->use(*tls);
  state_->listen(port);
  asio::co_spawn(io, state_->accept_all(), asio::detached);
}

web_server::~web_server() { stop(); }

void web_server::stop() {
  asio::post(state_->io, [state = state_] {
    boost::system::error_code ignored;
    state->acceptor.close(ignored);
  });
}

}  // namespace ironbus::ramdisk
