#include "drivers/agent/protocol/http_exchange.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <openssl/ssl.h>

namespace ironbus {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace bhttp = boost::beast::http;

namespace {

using tcp = asio::ip::tcp;
using io_error = boost::system::error_code;
using answered = result<http_answer>;

constexpr uint32_t answer_header_max = 16 * 1024;
constexpr uint32_t read_ahead = 64 * 1024;

auto into(io_error& e) { return asio::redirect_error(asio::use_awaitable, e); }

std::string authority_of(const callback_url& x) {
  const bool v6 = x.host.find(':') != std::string::npos;
  return (v6 ? "[" + x.host + "]" : x.host) + ":" + std::to_string(x.port);
}

ip_address bytes_of(const asio::ip::address& x) {
  if (x.is_v6()) return x.to_v6().to_bytes();
  return asio::ip::make_address_v6(asio::ip::v4_mapped, x.to_v4()).to_bytes();
}

asio::awaitable<result<std::vector<asio::ip::address>>> look_up_name(const callback_url& to) {
  io_error e;
  tcp::resolver resolver(co_await asio::this_coro::executor);
  const auto found = co_await resolver.async_resolve(to.host, std::to_string(to.port), into(e));
  if (e)
    co_return fail(error_code::unavailable,
                   "The agent's host " + to.host + " was not found: " + e.message() + ".");
  std::vector<asio::ip::address> out;
  for (const auto& row : found) out.push_back(row.endpoint().address());
  co_return out;
}

/// Where a host is. A name is judged by each address it stands for, now that they are known: it may
/// have stood for others when it was first looked at. Names are looked up one after the other, so
/// an agent that gives its address as such does not wait for a slow name server.
asio::awaitable<result<std::vector<tcp::endpoint>>> find_host(const callback_url& to,
                                                              const agent_options& options) {
  io_error not_numeric;
  std::vector<asio::ip::address> found{asio::ip::make_address(to.host, not_numeric)};
  if (not_numeric) {
    auto looked_up = co_await look_up_name(to);
    if (!looked_up) co_return tl::unexpected(looked_up.error());
    found = std::move(*looked_up);
  }
  std::vector<tcp::endpoint> out;
  for (const auto& address : found) {
    const auto why = refused_address(bytes_of(address), options.callbacks.allowed);
    if (!why.empty())
      co_return fail(error_code::invalid, "Nothing is sent to the agent's address " +
                                              address.to_string() + ": it is " + std::string{why} +
                                              ".");
    out.emplace_back(address, to.port);
  }
  co_return out;
}

bhttp::request<bhttp::string_body> written(const http_question& x) {
  bhttp::request<bhttp::string_body> out{x.method == "GET" ? bhttp::verb::get : bhttp::verb::post,
                                         x.target, 11};
  out.set(bhttp::field::host, authority_of(x.to));
  out.set(bhttp::field::user_agent, "ironbus");
  out.set(bhttp::field::accept, "application/json");
  out.set(bhttp::field::content_type, "application/json");
  out.set(bhttp::field::connection, "close");
  for (const auto& [name, value] : x.headers) out.set(name, value);
  out.body() = x.body;
  out.prepare_payload();
  return out;
}

answered unread(const io_error& e, const agent_options& options) {
  if (e == bhttp::error::body_limit || e == bhttp::error::header_limit ||
      e == bhttp::error::buffer_overflow)
    return fail(error_code::invalid, "The agent's answer is larger than the " +
                                         std::to_string(options.answer_bytes_max) +
                                         " bytes allowed.");
  if (e == beast::error::timeout)
    return fail(error_code::timeout, "The agent gave no whole answer within " +
                                         std::to_string(options.command_timeout.count()) + " ms.");
  const bool broken = e.category() == make_error_code(bhttp::error::bad_version).category() &&
                      e != bhttp::error::end_of_stream && e != bhttp::error::partial_message;
  return broken ? answered{fail(error_code::invalid,
                                "The agent's answer is no HTTP: " + e.message() + ".")}
                : answered{fail(error_code::timeout,
                                "The connection to the agent broke off: " + e.message() + ".")};
}

template <class Stream>
asio::awaitable<answered> talk(Stream& stream, const http_question& x,
                               const agent_options& options) {
  io_error e;
  auto out = written(x);
  co_await bhttp::async_write(stream, out, into(e));
  if (e) co_return unread(e, options);
  beast::flat_buffer buffer{answer_header_max + read_ahead};
  bhttp::response_parser<bhttp::string_body> parser;
  parser.header_limit(answer_header_max);
  parser.body_limit(options.answer_bytes_max);
  // Counted here as well: the parser's limits do not know what is between and after the chunks.
  for (size_t read = 0; !e && !parser.is_done();) {
    read += co_await bhttp::async_read_some(stream, buffer, parser, into(e));
    if (read > 2 * options.answer_bytes_max + answer_header_max) e = bhttp::error::body_limit;
  }
  if (e) co_return unread(e, options);
  const auto status = parser.get().result_int();
  if (status >= 300 && status < 400)
    co_return fail(error_code::invalid, "The agent answered with a redirect (" +
                                            std::to_string(status) +
                                            "), and those are not followed.");
  http_answer answer;
  answer.status = status;
  answer.body = std::move(parser.get().body());
  co_return answer;
}

asio::awaitable<answered> talk_securely(beast::tcp_stream& plain, const http_question& x,
                                        const agent_options& options) {
  io_error e;
  asio::ssl::stream<beast::tcp_stream&> stream{plain, *x.tls};
  stream.set_verify_callback(asio::ssl::host_name_verification(x.to.host));
  if (!parse_ip(x.to.host)) SSL_set_tlsext_host_name(stream.native_handle(), x.to.host.c_str());
  co_await stream.async_handshake(asio::ssl::stream_base::client, into(e));
  if (e)
    co_return fail(error_code::unavailable,
                   "The agent did not prove who it is by TLS: " + e.message() + ".");
  co_return co_await talk(stream, x, options);
}

}  // namespace

result<std::shared_ptr<asio::ssl::context>> agent_tls(const agent_options& options,
                                                      const std::string& certificate) {
  auto out = std::make_shared<asio::ssl::context>(asio::ssl::context::tls_client);
  SSL_CTX_set_min_proto_version(out->native_handle(), TLS1_2_VERSION);
  out->set_verify_mode(asio::ssl::verify_peer);
  io_error e;
  if (!certificate.empty())
    out->add_certificate_authority(asio::buffer(certificate), e);
  else if (options.verify_ca == "false")
    out->set_verify_mode(asio::ssl::verify_none);
  else if (options.verify_ca == "true")
    out->set_default_verify_paths(e);
  else
    out->load_verify_file(options.verify_ca, e);
  if (e)
    return fail(error_code::invalid,
                "What the agent's certificate is checked with cannot be read: " + e.message());
  return out;
}

asio::awaitable<answered> exchange(http_question x, const agent_options& options) {
  const auto hosts = co_await find_host(x.to, options);
  if (!hosts) co_return tl::unexpected(hosts.error());
  io_error e;
  beast::tcp_stream stream(co_await asio::this_coro::executor);
  stream.expires_after(options.command_timeout);  // once: it holds for all that follows
  co_await stream.async_connect(*hosts, into(e));
  if (e)
    co_return fail(error_code::unavailable, "The agent at " + authority_of(x.to) +
                                                " cannot be reached: " + e.message() + ".");
  if (x.tls) co_return co_await talk_securely(stream, x, options);
  co_return co_await talk(stream, x, options);
}

}  // namespace ironbus
