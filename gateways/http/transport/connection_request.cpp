#include "gateways/http/transport/connection_parts.hpp"
#include "gateways/http/transport/framing.hpp"

#include <boost/asio/dispatch.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

// How a connection reads requests.

namespace ironbus::http {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace bhttp = boost::beast::http;

void connection::await_request(std::chrono::milliseconds patience) {
  busy_ = false;
  if (closing_ || all_.stopping()) return end();
  if (buffer_.size() > 0)  // The client pipelines: the next request has already arrived.
    return read_header();
  buffer_.shrink_to_fit();  // The connection may be idle for a long time.
  stream_.expires_after(patience);
  stream_.async_read_some(buffer_.prepare(4096),
                          [self = shared_from_this()](error error, size_t count) {
                            if (error) return self->close();
                            self->buffer_.commit(count);
                            self->read_header();
                          });
}

void connection::read_header() {
  busy_ = true;
  parser_.emplace();
  parser_->header_limit(options_.header_bytes_max);
  parser_->body_limit(boost::none);  // The route sets the limit after the header.
  parser_->get().body().share = &share_;
  stream_.expires_after(options_.header_timeout);
  bhttp::async_read_header(stream_, buffer_, *parser_,
                           [self = shared_from_this()](error e, size_t) { self->header_done(e); });
}

void connection::header_done(error error) {
  if (error == bhttp::error::header_limit)
    return refuse(431, "The request header is larger than " +
                           std::to_string(options_.header_bytes_max) + " bytes.");
  if (error == bhttp::error::end_of_stream || error == asio::error::connection_reset ||
      error == asio::error::operation_aborted)
    return close();
  if (error == beast::error::timeout) return close();
  if (error) return refuse(400, "The request is not valid HTTP: " + error.message() + ".");
  if (parser_->get().target().size() > options_.target_bytes_max)
    return refuse(414, "The request target is longer than " +
                           std::to_string(options_.target_bytes_max) + " bytes.");
  request_ = take_head();
  if (const auto fault = framing_fault(request_, parser_->get().version()))
    return refuse(400, "The request is not valid HTTP: " + *fault + ".");
  head_only_ = request_.method == "HEAD";
  reads_only_ = head_only_ || request_.method == "GET";
  keep_alive_ = parser_->get().keep_alive();
  body_max_ = app_.body_bytes_max(request_);
  expect_body();
}

// Checks the announced body before it arrives, so that a client can skip sending it.
void connection::expect_body() {
  const auto length = parser_->content_length();
  if (length && *length > body_max_)
    return refuse(413, "The request body is too large: " + std::to_string(*length) +
                           " bytes; allowed: at most " + std::to_string(body_max_) + ".");
  parser_->body_limit(body_max_);
  share_.set_client(request_);
  request_.client = share_.client();
  if (length)
    if (const auto why = share_.lacks(*length)) return refuse(*why);
  if (parser_->is_done() || (length && *length <= small_body_bytes)) return continue_or_read_body();
  ask_admission();
}

// A large body of an unauthenticated client is not read.
void connection::ask_admission() {
  stream_.expires_never();
  app_.admit(request_, [self = shared_from_this()](std::optional<response> refusal) {
    auto answer = std::make_shared<std::optional<response>>(std::move(refusal));
    asio::dispatch(self->stream_.get_executor(), [self, answer] {
      if (*answer) return self->refuse(std::move(**answer));
      self->continue_or_read_body();
    });
  });
}

void connection::continue_or_read_body() {
  if (parser_->is_done()) return dispatch();
  if (!beast::iequals(parser_->get()[bhttp::field::expect], "100-continue")) return read_body();
  static constexpr std::string_view continue_line = "HTTP/1.1 100 Continue\r\n\r\n";
  stream_.expires_after(options_.header_timeout);
  asio::async_write(stream_, asio::buffer(continue_line),
                    [self = shared_from_this()](error e, size_t) {
                      if (e) return self->close();
                      self->read_body();
                    });
}

void connection::read_body() {
  std::make_shared<body_reader>(stream_, buffer_, *parser_, options_,
                                [self = shared_from_this()](error e) { self->body_done(e); })
      ->begin();
}

void connection::body_done(error error) {
  if (const auto why = parser_->get().body().refused) return refuse(*why);
  if (error == bhttp::error::body_limit)
    return refuse(413, "The request body is too large; allowed: at most " +
                           std::to_string(body_max_) + " bytes.");
  if (error == beast::error::timeout) {
    share_.count(overuse::slow_body);
    return close();
  }
  if (error == bhttp::error::end_of_stream || error == bhttp::error::partial_message ||
      error == asio::error::connection_reset || error == asio::error::operation_aborted)
    return close();
  if (error) return refuse(400, "The request is not valid HTTP: " + error.message() + ".");
  dispatch();
}

void connection::dispatch() {
  request_.body = std::move(parser_->get().body().text);
  request_.peer = share_.address();
  parser_.reset();
  stream_.expires_never();
  app_.handle(std::move(request_), [self = shared_from_this()](response given) {
    auto answer = std::make_shared<response>(std::move(given));
    asio::dispatch(self->stream_.get_executor(),
                   [self, answer] { self->write(std::move(*answer)); });
  });
  request_ = {};
}

request connection::take_head() const {
  const auto& parser = parser_->get();
  request out;
  out.method = std::string{parser.method_string()};
  out.target = std::string{parser.target()};
  out.wants_web_socket = beast::websocket::is_upgrade(parser);
  for (const auto& row : parser)
    out.headers.emplace_back(std::string{row.name_string()}, std::string{row.value()});
  return out;
}

}  // namespace ironbus::http
