#include "gateways/otlp/collector.hpp"

#include "messages/platform/set_tls_limits.hpp"
#include "messages/stream/byte_stream.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <openssl/ssl.h>

#include <charconv>
#include <optional>

namespace ironbus::otlp {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace bhttp = boost::beast::http;
using boost_error = boost::system::error_code;

constexpr uint32_t answer_bytes_max = 64 * 1024;
constexpr std::chrono::milliseconds look_interval{50};

std::chrono::seconds seconds_of(std::string_view text) {
  constexpr uint32_t longest = 3600;
  uint32_t out = 0;
  std::from_chars(text.data(), text.data() + text.size(), out);  // 0 for a date.
  return std::chrono::seconds{std::min(out, longest)};
}

/// A connection to the collector and its requests.
class connection {
public:
  connection(const http_url& where, const tls_client_options& tls)
      : where_{where}, peer_{tls, where.host} {}
  /// Asio would treat the peer's data in the context as its own and delete it.
  ~connection() { SSL_CTX_set_app_data(context_->native_handle(), nullptr); }
  connection(const connection&) = delete;
  connection& operator=(const connection&) = delete;

  result<collector_answer> exchange(const std::string& body, const header_list& headers,
                                    std::chrono::milliseconds timeout,
                                    const std::function<bool()>& given_up) {
    given_up_ = &given_up;
    stream_.expires_after(timeout);
    if (!open_)
      if (auto why = open()) return tl::unexpected(std::move(*why));
    prepare(body, headers);
    return talk();
  }

  /// Whether both sides allow another request.
  bool is_open() const { return open_; }

private:
  /// Runs until the operation that `begin` starts has completed.
  template <class Begin>
  boost_error wait(Begin begin) {
    std::optional<boost_error> ended;
    begin([&ended](boost_error e, const auto&...) { ended = e; });
    io_.restart();
    while (!ended) {
      io_.run_one_for(look_interval);
      if (!ended && (*given_up_)()) stream_.cancel();
    }
    return *ended;
  }

  failure broken(const std::string& doing, const boost_error& e) const {
    if (e == beast::error::timeout) return {error_code::timeout, doing + ": timed out"};
    const auto why = stream_.secure() ? peer_.why_refused() : std::string{};
    return {error_code::unavailable, doing + ": " + (why.empty() ? e.message() : why)};
  }

  std::optional<failure> open() {
    boost_error e;
    asio::ip::tcp::resolver names{io_};
    const auto found = names.resolve(where_.host, std::to_string(where_.port), e);
    if (e) return broken("cannot resolve its address", e);
    e = wait([&](auto done) { stream_.async_connect(endpoints_of(found), done); });
    if (e) return broken("cannot connect", e);
    if (where_.secure)
      if (auto why = secure()) return why;
    open_ = true;
    return std::nullopt;
  }

  std::optional<failure> secure() {
    if (auto prepared = peer_.prepare(context_->native_handle()); !prepared)
      return prepared.error();
    stream_.use_tls(context_);
    const auto e =
        wait([&](auto done) { stream_.async_handshake(asio::ssl::stream_base::client, done); });
    if (!e) return std::nullopt;
    const bool is_old = e.category() == asio::error::get_ssl_category() &&
                        is_old_tls(ERR_GET_REASON(static_cast<unsigned long>(e.value())));
    return broken(is_old ? "the server supports no TLS version that tls_minimum_version allows"
                         : "cannot verify its certificate",
                  e);
  }

  void prepare(const std::string& body, const header_list& headers) {
    request_ = {bhttp::verb::post, where_.path, 11};
    request_.set(bhttp::field::host, authority_of(where_.host, where_.port));
    request_.set(bhttp::field::user_agent, "ironbus");
    request_.set(bhttp::field::content_type, "application/json");
    for (const auto& [name, value] : headers) request_.set(name, value);
    request_.body() = {body.data(), body.size()};
    request_.prepare_payload();
  }

  result<collector_answer> talk() {
    open_ = false;
    auto e = wait([&](auto done) { bhttp::async_write(stream_, request_, done); });
    if (e) return tl::unexpected(broken("cannot send", e));
    bhttp::response_parser<bhttp::string_body> parser;
    parser.body_limit(answer_bytes_max);
    e = wait([&](auto done) { bhttp::async_read(stream_, buffer_, parser, done); });
    if (e) return tl::unexpected(broken("cannot read its response", e));
    const auto& answer = parser.get();
    open_ = answer.keep_alive();
    return collector_answer{answer.result_int(), seconds_of(answer[bhttp::field::retry_after]),
                            answer.body()};
  }

  const http_url& where_;
  tls_peer peer_;
  asio::io_context io_;
  const byte_stream::tls_context context_ =
      std::make_shared<asio::ssl::context>(asio::ssl::context::tls_client);
  byte_stream stream_{io_.get_executor()};
  beast::flat_buffer buffer_{answer_bytes_max};
  bhttp::request<bhttp::span_body<const char>> request_;
  const std::function<bool()>* given_up_ = nullptr;
  bool open_ = false;
};

class collector {
public:
  collector(http_url where, tls_client_options tls, header_list headers)
      : where_{std::move(where)}, tls_{std::move(tls)}, headers_{std::move(headers)} {}

  /// Posts once more on a new connection if the collector closed a reused one.
  result<collector_answer> post(const std::string& body, std::chrono::milliseconds timeout,
                                const std::function<bool()>& given_up) {
    const bool used = link_ != nullptr;
    auto out = post_once(body, timeout, given_up);
    if (!out && used && out.error().code != error_code::timeout && !given_up())
      out = post_once(body, timeout, given_up);
    return out;
  }

private:
  result<collector_answer> post_once(const std::string& body, std::chrono::milliseconds timeout,
                                     const std::function<bool()>& given_up) {
    if (!link_) link_ = std::make_unique<connection>(where_, tls_);
    auto out = link_->exchange(body, headers_, timeout, given_up);
    if (!link_->is_open()) link_.reset();
    return out;
  }

  const http_url where_;
  const tls_client_options tls_;
  const header_list headers_;
  std::unique_ptr<connection> link_;
};

}  // namespace

collector_post make_collector(http_url where, tls_client_options tls, header_list headers) {
  auto one = std::make_shared<collector>(std::move(where), std::move(tls), std::move(headers));
  return [one](const auto& body, auto timeout, const auto& given_up) {
    return one->post(body, timeout, given_up);
  };
}

}  // namespace ironbus::otlp
