#include "drivers/ramdisk/http/web_client.hpp"

#include "drivers/ramdisk/base/text.hpp"
#include "messages/platform/set_tls_limits.hpp"
#include "messages/stream/byte_stream.hpp"

#include <boost/asio.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <array>
#include <memory>
#include <utility>
#include <vector>

namespace ironbus::ramdisk {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using tcp = asio::ip::tcp;
using asio::use_awaitable;

namespace {

constexpr std::size_t piece_size = 256 * 1024;
constexpr std::uint32_t head_max = 32 * 1024;

http::request<http::string_body> message_of(const web_request& request) {
  http::request<http::string_body> out{http::string_to_verb(request.method), request.address.target,
                                       11};
  out.set(http::field::host, request.address.host_header());
  out.set(http::field::user_agent, "ironbus-agent");
  out.set(http::field::connection, "close");
  if (!request.address.credentials.empty())
    out.set(http::field::authorization, "Basic " + to_base64(request.address.credentials));
  for (const auto& [name, value] : request.headers) out.set(name, value);
  out.body() = request.body;
  if (!request.body.empty() || request.method == "POST") out.prepare_payload();
  return out;
}

web_answer head_of(const http::response_header<>& head) {
  web_answer out;
  out.status = static_cast<int>(head.result_int());
  for (const auto& field : head) out.headers[lower(field.name_string())] = field.value();
  return out;
}

/// One exchange on one connection. Its owner runs the context until the end.
class running_exchange {
public:
  running_exchange(const web_request& request, const web_rules& rules,
                   const head_receiver& take_head, const body_receiver& take_body)
      : request_{request}, rules_{rules}, take_head_{take_head}, take_body_{take_body} {}

  web_answer run() {
    asio::io_context io;
    std::exception_ptr error;
    asio::co_spawn(io, talk(io), [&error](const std::exception_ptr& thrown) { error = thrown; });
    io.run();
    try {
      if (error) std::rethrow_exception(error);
    } catch (const boost::system::system_error& failed) {
      throw web_failure{request_.address.text() + ": " + words_of(failed.code())};
    }
    return std::move(answer_);
  }

private:
  static void throw_if(const boost::system::error_code& error) {
    if (error) throw boost::system::system_error{error};
  }

  std::string words_of(const boost::system::error_code& error) const {
    if (error.category() == asio::error::get_ssl_category() &&
        is_old_tls(ERR_GET_REASON(static_cast<unsigned long>(error.value()))))
      return "the server does not support TLS " + rules_.tls.minimum_version + " or newer";
    if (error == beast::error::timeout) return "no response in time";
    if (error == http::error::partial_message || error == http::error::end_of_stream ||
        error == asio::error::eof || error == asio::ssl::error::stream_truncated)
      return "the connection was lost";
    return error.message();
  }

  asio::awaitable<void> talk(asio::io_context& io) {
    byte_stream peer{io.get_executor()};
    co_await connect(peer);
    co_await converse(peer);
  }

  asio::awaitable<void> connect(byte_stream& peer) {
    peer.expires_after(rules_.connect_timeout);
    const auto endpoints = co_await find_endpoints(peer);
    boost::system::error_code error;
    co_await peer.async_connect(endpoints, asio::redirect_error(use_awaitable, error));
    if (!error && request_.address.secure) {
      use_tls(peer);
      peer.expires_after(rules_.connect_timeout);
      co_await peer.async_handshake(asio::ssl::stream_base::client,
                                    asio::redirect_error(use_awaitable, error));
    }
    throw_if(error);
  }

  asio::awaitable<std::vector<tcp::endpoint>> find_endpoints(byte_stream& peer) {
    boost::system::error_code is_name;
    const auto address = asio::ip::make_address(request_.address.host, is_name);
    if (!is_name) {
      const auto port = static_cast<std::uint16_t>(number(request_.address.port).value_or(0));
      co_return std::vector<tcp::endpoint>(1, tcp::endpoint{address, port});
    }
    tcp::resolver resolver{peer.get_executor()};
    const auto found = co_await resolver.async_resolve(request_.address.host, request_.address.port,
                                                       use_awaitable);
    co_return endpoints_of(found);
  }

  void use_tls(byte_stream& peer) const {
    auto settings = std::make_shared<asio::ssl::context>(asio::ssl::context::tls_client);
    if (!set_tls_limits(settings->native_handle(), rules_.tls))
      throw web_failure{"OpenSSL supports none of the TLS ciphers '" + rules_.tls.ciphers + "'"};
    if (!rules_.insecure) {
      settings->set_default_verify_paths();
      settings->set_verify_mode(asio::ssl::verify_peer);
    }
    peer.use_tls(std::move(settings));
    peer.expect_host(request_.address.host);  // verified only with verify_peer
  }

  asio::awaitable<void> converse(byte_stream& peer) {
    const auto message = message_of(request_);
    peer.expires_after(rules_.silence_max);
    boost::system::error_code error;
    co_await http::async_write(peer, message, asio::redirect_error(use_awaitable, error));
    throw_if(error);
    beast::flat_buffer buffer{piece_size};
    http::response_parser<http::buffer_body> parser;
    parser.header_limit(head_max);
    parser.body_limit(boost::none);
    if (request_.method == "HEAD") parser.skip(true);
    co_await http::async_read_header(peer, buffer, parser,
                                     asio::redirect_error(use_awaitable, error));
    throw_if(error);
    answer_ = head_of(parser.get().base());
    if (!take_head_(answer_)) co_return;
    co_await read_body(peer, buffer, parser);
  }

  asio::awaitable<void> read_body(byte_stream& peer, beast::flat_buffer& buffer,
                                  http::response_parser<http::buffer_body>& parser) {
    std::vector<char> piece(piece_size);
    while (!parser.is_done()) {
      parser.get().body().data = piece.data();
      parser.get().body().size = piece.size();
      peer.expires_after(rules_.silence_max);
      boost::system::error_code error;
      co_await http::async_read_some(peer, buffer, parser,
                                     asio::redirect_error(use_awaitable, error));
      const auto size = piece.size() - parser.get().body().size;
      if (size > 0) take_body_(piece.data(), size);
      if (error && error != http::error::need_buffer) throw boost::system::system_error{error};
    }
  }

  const web_request& request_;
  const web_rules& rules_;
  const head_receiver& take_head_;
  const body_receiver& take_body_;
  web_answer answer_;
};

}  // namespace

web_answer stream(const web_request& request, const web_rules& rules,
                  const head_receiver& take_head, const body_receiver& take_body) {
  return running_exchange{request, rules, take_head, take_body}.run();
}

web_answer exchange(const web_request& request, const web_rules& rules, std::size_t body_max) {
  std::string body;
  auto out = stream(
      request, rules, [](const web_answer&) { return true; },
      [&body, body_max](const char* bytes, std::size_t size) {
        if (body.size() + size > body_max) throw web_failure{"the response is too large"};
        body.append(bytes, size);
      });
  out.body = std::move(body);
  return out;
}

}  // namespace ironbus::ramdisk
