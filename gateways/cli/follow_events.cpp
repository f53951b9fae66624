#include "gateways/cli/follow_events.hpp"

#include "gateways/cli/event_line.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
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

struct place {
  std::string host;
  std::string port;
  std::string target;
};

result<place> read_url(const follow_options& options) {
  const auto url = boost::urls::parse_uri(options.url);
  if (!url || url->scheme() != "http" || url->host().empty())
    return fail(error_code::invalid, "'" + options.url + "' is no http URL.");
  boost::urls::url target{std::string{url->encoded_path()}};
  target.segments().push_back("v1");
  target.segments().push_back("events");
  target.segments().push_back("stream");
  if (!options.node.empty()) target.params().append({"node", options.node});
  if (!options.type.empty()) target.params().append({"type", options.type});
  return place{url->host(), url->has_port() ? std::string{url->port()} : "6385",
               std::string{target.buffer()}};
}

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
    stream_.emplace(io_);
    stream_->expires_after(silence_max);
    stream_->async_connect(found, [this](error f, const tcp::endpoint&) { f ? retry() : send(); });
  }

  void send() {
    request_ = {bhttp::verb::get, where_.target, 11};
    request_.set(bhttp::field::host, where_.host);
    request_.set(bhttp::field::accept, "text/event-stream");
    bhttp::async_write(*stream_, request_, [this](error e, size_t) { e ? retry() : read_head(); });
  }

  void read_head() {
    buffer_.clear();
    parser_.emplace();
    parser_->body_limit(boost::none);
    bhttp::async_read_header(*stream_, buffer_, *parser_, [this](error e, size_t) {
      if (e) return retry();
      const auto status = parser_->get().result_int();
      if (status != 200 && status != 503) {  // asking again would change nothing
        outcome_ = fail(error_code::invalid, "the gateway answers " + std::to_string(status) + ".");
        return io_.stop();
      }
      status == 200 ? read_more() : retry();
    });
  }

  void read_more() {
    stream_->expires_after(silence_max);
    bhttp::async_read_some(*stream_, buffer_, *parser_, [this](error e, size_t) {
      auto& body = parser_->get().body();
      reader_.feed(body);
      body.clear();
      if (e || parser_->is_done()) return retry();
      read_more();
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
  std::optional<beast::tcp_stream> stream_;
  bhttp::request<bhttp::empty_body> request_;
  beast::flat_buffer buffer_;
  std::optional<bhttp::response_parser<bhttp::string_body>> parser_;
};

}  // namespace

result<std::monostate> follow_events(const follow_options& options, std::ostream& out) {
  auto where = read_url(options);
  if (!where) return tl::unexpected(where.error());
  return follower{options, std::move(*where), out}.run();
}

}  // namespace ironbus::cli
