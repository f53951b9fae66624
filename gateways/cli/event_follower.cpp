#include "gateways/cli/event_follower.hpp"

#include "gateways/cli/api_error_text.hpp"
#include "gateways/cli/event_line.hpp"
#include "gateways/cli/printable.hpp"
#include "gateways/cli/stream_address.hpp"
#include "gateways/cli/tls_trust.hpp"

#include <boost/asio/ssl/error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

namespace ironbus::cli {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace bhttp = boost::beast::http;
using tcp = asio::ip::tcp;
using error = boost::system::error_code;

constexpr size_t refusal_bytes_max = 64 * 1024;

/// Whether TLS failed or the certificate is not trusted: a retry would not help.
bool is_final(const error& e) { return e.category() == asio::error::get_ssl_category(); }

failure refusal(unsigned status, const std::string& body) {
  const auto words = api_error_text(std::string_view{body});
  const auto answered = "the gateway returned HTTP " + std::to_string(status);
  if (status == 401)
    return {error_code::forbidden,
            answered + ": it needs a valid user with a password, or a valid token."};
  failure out{error_code::unavailable,
              words.empty() ? answered + "." : answered + ": " + words + "."};
  if (status == 403) out.code = error_code::forbidden;
  if (status == 404 || status == 410) out.code = error_code::not_found;
  return out;
}

}  // namespace

class event_follower::connection {
public:
  connection(asio::io_context& io, const follow_options& options, stream_address where,
             follower_handlers handlers)
      : io_(io),
        options_(options),
        where_(std::move(where)),
        handlers_(std::move(handlers)),
        reader_([this](std::string_view data) { take(data); }) {}

  void connect() {
    error e;
    const auto found = resolver_.resolve(where_.host, where_.port, e);
    if (e) return retry(e.message());
    stream_.emplace(io_.get_executor());
    stream_->expires_after(silence_max);
    stream_->async_connect(endpoints_of(found), [this](error given) {
      if (given || !where_.trust) return connected(given);
      stream_->use_tls(where_.trust);
      stream_->expect_host(where_.host);
      stream_->async_handshake(asio::ssl::stream_base::client,
                               [this](error refused) { connected(refused); });
    });
  }

  const result<std::monostate>& outcome() const { return outcome_; }

private:
  static constexpr std::chrono::seconds silence_max{45};
  static constexpr std::string_view farewell_type = "ironbus.stream_ended";

  void connected(const error& given) {
    if (is_final(given))
      return end({error_code::unavailable,
                  "the gateway's TLS certificate is not trusted: " + given.message() + "."});
    given ? retry(given.message()) : send();
  }

  void end(failure why) {
    outcome_ = tl::unexpected(std::move(why));
    if (handlers_.ended) handlers_.ended();
  }

  void send() {
    request_ = {bhttp::verb::get, where_.target, 11};
    request_.set(bhttp::field::host, where_.authority);
    request_.set(bhttp::field::accept, "text/event-stream");
    const auto& proof = where_.authorization;
    if (!proof.name.empty()) request_.set(proof.name, proof.value);
    if (const auto place = last_place(); !place.empty()) request_.set("Last-Event-ID", place);
    bhttp::async_write(*stream_, request_,
                       [this](error e, size_t) { e ? retry(e.message()) : read_head(); });
  }

  /// The position after which the stream starts; empty: only new events.
  const std::string& last_place() const {
    return options_.resumes && !reader_.last_id().empty() ? reader_.last_id() : options_.since;
  }

  void take(std::string_view data) {
    if (reader_.type() == farewell_type)
      farewell_ = "the gateway says " + printable(data);
    else if (handlers_.event)
      handlers_.event(data);
  }

  void read_head() {
    buffer_.clear();
    parser_.emplace();
    parser_->body_limit(boost::none);
    bhttp::async_read_header(*stream_, buffer_, *parser_, [this](error e, size_t) {
      e ? retry(e.message()) : check_response_head();
    });
  }

  void check_response_head() {
    const auto status = parser_->get().result_int();
    if (status == 503 || status == 429)
      return retry("the gateway returned HTTP " + std::to_string(status));
    if (status != 200) return read_refusal();
    complained_ = false;
    farewell_.clear();
    if (handlers_.connected) handlers_.connected();
    read_more();
  }

  /// Reads the error; a retry would not help.
  void read_refusal() {
    parser_->body_limit(refusal_bytes_max);
    bhttp::async_read(*stream_, buffer_, *parser_, [this](error, size_t) {
      end(refusal(parser_->get().result_int(), parser_->get().body()));
    });
  }

  void read_more() {
    stream_->expires_after(silence_max);
    bhttp::async_read_some(*stream_, buffer_, *parser_, [this](error cause, size_t) {
      auto& body = parser_->get().body();
      reader_.feed(body);
      body.clear();
      if (cause || parser_->is_done())
        return retry(!farewell_.empty() ? farewell_
                     : cause            ? cause.message()
                                        : "the gateway ended the stream");
      read_more();
    });
  }

  void retry(const std::string& why) {
    stream_.reset();
    reader_.restart();
    if (!options_.reconnect) {
      if (handlers_.ended) handlers_.ended();
      return;
    }
    if (!complained_ && handlers_.lost)
      handlers_.lost("no events from " + where_.authority + " (" + why + ")");
    complained_ = true;
    timer_.expires_after(options_.reconnect_pause);
    timer_.async_wait([this](error e) {
      if (!e) connect();
    });
  }

  asio::io_context& io_;
  const follow_options options_;
  const stream_address where_;
  const follower_handlers handlers_;
  event_reader reader_;
  result<std::monostate> outcome_;
  bool complained_ = false;  ///< Since the last event.
  std::string farewell_;     ///< The gateway's reason for ending the stream; empty: none.
  tcp::resolver resolver_{io_};
  asio::steady_timer timer_{io_};
  std::optional<byte_stream> stream_;
  bhttp::request<bhttp::empty_body> request_;
  beast::flat_buffer buffer_;
  std::optional<bhttp::response_parser<bhttp::string_body>> parser_;
};

event_follower::event_follower(std::unique_ptr<connection> made) : connection_(std::move(made)) {}

event_follower::~event_follower() = default;

result<std::unique_ptr<event_follower>> event_follower::make(asio::io_context& io,
                                                             const follow_options& options,
                                                             follower_handlers handlers) {
  auto where = find_stream(options.gateway, query_of(options.filter));
  if (!where) return tl::unexpected(where.error());
  return std::unique_ptr<event_follower>{new event_follower{
      std::make_unique<connection>(io, options, std::move(*where), std::move(handlers))}};
}

void event_follower::start() { connection_->connect(); }

const result<std::monostate>& event_follower::outcome() const { return connection_->outcome(); }

}  // namespace ironbus::cli
