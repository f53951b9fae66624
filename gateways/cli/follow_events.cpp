#include "gateways/cli/follow_events.hpp"

#include "gateways/cli/event_line.hpp"
#include "gateways/cli/gateway_stream.hpp"
#include "messages/platform/http_url.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/url.hpp>

#include <csignal>
#include <memory>
#include <optional>

namespace ironbus::cli {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace bhttp = boost::beast::http;
using tcp = asio::ip::tcp;
using error = boost::system::error_code;

constexpr uint16_t gateway_port = 6385;

struct place {
  std::string host;  ///< As a resolver takes it.
  std::string port;
  std::string authority;  ///< As a header says it.
  std::string target;
  tls_trust trust{};  ///< Null: in the clear.
  header authorization{};
};

result<place> read_url(const follow_options& options) {
  const auto url = parse_http_url(options.url, gateway_port);
  if (!url)
    return fail(error_code::invalid,
                "The URL of the gateway cannot be used: " + url.error().message + ".");
  boost::urls::url target{url->path};
  target.segments().push_back("v1");
  target.segments().push_back("events");
  target.segments().push_back("stream");
  if (!options.node.empty()) target.params().append({"node", options.node});
  if (!options.type.empty()) target.params().append({"type", options.type});
  return place{url->host, std::to_string(url->port), authority_of(url->host, url->port),
               std::string{target.buffer()}};
}

result<place> find_gateway(const follow_options& options) {
  auto out = read_url(options);
  if (!out) return out;
  auto proof = authorization_of(options.who);
  if (!proof) return tl::unexpected(proof.error());
  out->authorization = std::move(*proof);
  if (!options.url.starts_with("https:")) return out;
  auto trust = read_trust(options.ca_file);
  if (!trust) return tl::unexpected(trust.error());
  out->trust = std::move(*trust);
  return out;
}

/// Whether the other side speaks no TLS, or not as who it should be: waiting changes nothing.
bool is_final(const error& e) { return e.category() == asio::error::get_ssl_category(); }

/// One follower, on one thread. A gateway that is silent for three keep-alives counts as gone.
class follower {
public:
  follower(const follow_options& options, place where, std::ostream& out)
      : options_(options),
        where_(std::move(where)),
        out_(out),
        reader_([this](std::string_view data) { print(data); }) {}

  result<std::monostate> run() {
    signals_.async_wait([this](error, int) { io_.stop(); });
    connect();
    io_.run();
    return outcome_;
  }

private:
  static constexpr std::chrono::seconds silence_max{45};

  void connect() {
    error e;
    const auto found = resolver_.resolve(where_.host, where_.port, e);
    if (e) return retry();
    stream_.emplace(io_, where_.trust, where_.host);
    stream_->expires_after(silence_max);
    stream_->async_connect(found, [this](error given) {
      if (is_final(given))
        return end("the gateway does not prove who it is by TLS: " + given.message() + ".");
      given ? retry() : send();
    });
  }

  void end(std::string why) {
    outcome_ = fail(error_code::invalid, std::move(why));
    io_.stop();
  }

  void send() {
    request_ = {bhttp::verb::get, where_.target, 11};
    request_.set(bhttp::field::host, where_.authority);
    request_.set(bhttp::field::accept, "text/event-stream");
    const auto& proof = where_.authorization;
    if (!proof.name.empty()) request_.set(proof.name, proof.value);
    stream_->with_stream([this](auto& stream) {
      bhttp::async_write(stream, request_, [this](error e, size_t) { e ? retry() : read_head(); });
    });
  }

  void read_head() {
    buffer_.clear();
    parser_.emplace();
    parser_->body_limit(boost::none);
    stream_->with_stream([this](auto& stream) {
      bhttp::async_read_header(stream, buffer_, *parser_,
                               [this](error e, size_t) { e ? retry() : check_response_head(); });
    });
  }

  void check_response_head() {
    const auto status = parser_->get().result_int();
    if (status == 200) return read_more();
    if (status == 503) return retry();
    // Asking again would change nothing.
    if (status == 401)
      return end(
          "the gateway answers 401: it wants a user with a password, or "
          "a token, and does not know these.");
    end("the gateway answers " + std::to_string(status) + ".");
  }

  void read_more() {
    stream_->expires_after(silence_max);
    stream_->with_stream([this](auto& stream) {
      bhttp::async_read_some(stream, buffer_, *parser_, [this](error cause, size_t) {
        auto& body = parser_->get().body();
        reader_.feed(body);
        body.clear();
        if (cause || parser_->is_done()) return retry();
        read_more();
      });
    });
  }

  void retry() {
    stream_.reset();
    reader_.restart();
    if (!options_.reconnect) return io_.stop();
    timer_.expires_after(options_.reconnect_pause);
    timer_.async_wait([this](error e) {
      if (!e) connect();
    });
  }

  void print(std::string_view data) {
    if (options_.json)
      out_ << data << '\n' << std::flush;
    else
      out_ << event_line(data) << '\n' << std::flush;
  }

  const follow_options& options_;
  const place where_;
  std::ostream& out_;
  event_reader reader_;
  result<std::monostate> outcome_;
  asio::io_context io_{1};
  asio::signal_set signals_{io_, SIGINT, SIGTERM};
  tcp::resolver resolver_{io_};
  asio::steady_timer timer_{io_};
  std::optional<gateway_stream> stream_;
  bhttp::request<bhttp::empty_body> request_;
  beast::flat_buffer buffer_;
  std::optional<bhttp::response_parser<bhttp::string_body>> parser_;
};

}  // namespace

result<std::monostate> follow_events(const follow_options& options, std::ostream& out) {
  auto where = find_gateway(options);
  if (!where) return tl::unexpected(where.error());
  return follower{options, std::move(*where), out}.run();
}

}  // namespace ironbus::cli
