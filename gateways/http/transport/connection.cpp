#include "gateways/http/transport/connection.hpp"

#include "gateways/http/transport/client_stream.hpp"
#include "gateways/http/transport/file_writer.hpp"
#include "gateways/http/transport/framing.hpp"
#include "gateways/http/transport/response_text.hpp"
#include "gateways/http/transport/stream_writer.hpp"

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

namespace ironbus::http {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace bhttp = boost::beast::http;

using error = boost::system::error_code;

// For the last words of a TLS connection, which a client may well not wait for.
constexpr std::chrono::milliseconds end_patience{1'000};

// All members are used on the connection's strand only.
class connection final : public std::enable_shared_from_this<connection> {
public:
  connection(asio::ip::tcp::socket socket, tls_context tls, const server_options& options,
             application& app, connection_set& all)
      : stream_(std::move(socket), std::move(tls)), options_(options), app_(app), all_(all) {}

  ~connection() { all_.left(this); }

  void run() {
    on_strand(
        [this] { stream_.secure() ? shake_hands() : await_request(options_.header_timeout); });
  }
  void turn_away() {
    on_strand([this] {
      if (stream_.secure()) return close();
      refuse(503, "The service has too many connections; try again later.");
    });
  }
  void close_when_idle() {
    on_strand([this] {
      closing_ = true;
      if (!busy_) close();
    });
  }

private:
  template <class F>
  void on_strand(F work) {
    asio::post(stream_.get_executor(), [self = shared_from_this(), work] { work(); });
  }

  void shake_hands();
  void await_request(std::chrono::milliseconds patience);
  void read_header();
  void header_done(error error);
  void continue_or_read_body();
  void read_body();
  void body_done(error error);
  void dispatch();
  void refuse(unsigned status, const std::string& reason);
  void write(response response);
  void written(error error);
  void send_file(std::shared_ptr<const open_file> file);
  void answered();
  void begin_stream();
  void drain();
  void end();
  void close();
  request take_head() const;
  std::chrono::milliseconds patience_for(uint64_t bytes) const;

  using parser = bhttp::request_parser<bhttp::string_body>;

  client_stream stream_;
  const server_options& options_;
  application& app_;
  connection_set& all_;
  beast::flat_buffer buffer_;
  std::optional<parser> parser_;
  request request_;
  size_t body_max_ = 0;
  bool keep_alive_ = false;
  bool head_only_ = false;
  bool busy_ = false;  ///< A request has begun to arrive and is not answered yet.
  bool closing_ = false;
  bool refused_ = false;
  bool draining_ = false;
  std::string head_text_;
  std::string body_text_;

  std::shared_ptr<const open_file> file_;  ///< The body of the answer that is being written.
  std::shared_ptr<streaming> streaming_;   ///< What follows the answer that is being written.
  std::shared_ptr<stream_writer> streams_;
};

void connection::shake_hands() {
  stream_.expires_after(options_.header_timeout);
  stream_.async_handshake([self = shared_from_this()](error e) {
    if (e) return self->close();
    self->await_request(self->options_.header_timeout);
  });
}

void connection::await_request(std::chrono::milliseconds patience) {
  busy_ = false;
  if (closing_ || all_.stopping()) return end();
  if (buffer_.size() > 0)  // the client pipelines: the next request is here already
    return read_header();
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
  parser_->body_limit(boost::none);  // set by route once the header is known
  stream_.expires_after(options_.header_timeout);
  bhttp::async_read_header(stream_, buffer_, *parser_,
                           [self = shared_from_this()](error e, size_t) { self->header_done(e); });
}

void connection::header_done(error error) {
  if (error == bhttp::error::header_limit)
    return refuse(431, "The request header is larger than " +
                           std::to_string(options_.header_bytes_max) + " bytes.");
  if (error == bhttp::error::end_of_stream || error == asio::error::connection_reset)
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
  keep_alive_ = parser_->get().keep_alive();
  body_max_ = app_.body_bytes_max(request_);
  const auto length = parser_->content_length();
  if (length && *length > body_max_)
    return refuse(413, "The request body has " + std::to_string(*length) + " bytes; at most " +
                           std::to_string(body_max_) + " are allowed here.");
  parser_->body_limit(body_max_);
  continue_or_read_body();
}

void connection::continue_or_read_body() {
  if (parser_->is_done()) return dispatch();
  if (!beast::iequals(parser_->get()[bhttp::field::expect], "100-continue")) return read_body();
  static constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
  asio::async_write(stream_, asio::buffer(go_on), [self = shared_from_this()](error e, size_t) {
    if (e) return self->close();
    self->read_body();
  });
}

void connection::read_body() {
  stream_.expires_after(patience_for(parser_->content_length().value_or(body_max_)));
  bhttp::async_read(stream_, buffer_, *parser_,
                    [self = shared_from_this()](error e, size_t) { self->body_done(e); });
}

void connection::body_done(error error) {
  if (error == bhttp::error::body_limit)
    return refuse(413, "The request body is larger than the " + std::to_string(body_max_) +
                           " bytes allowed here.");
  if (error == beast::error::timeout) return close();
  if (error == bhttp::error::end_of_stream || error == bhttp::error::partial_message)
    return close();
  if (error) return refuse(400, "The request is not valid HTTP: " + error.message() + ".");
  dispatch();
}

void connection::dispatch() {
  request_.body = std::move(parser_->get().body());
  parser_.reset();
  stream_.expires_never();
  app_.handle(std::move(request_), [self = shared_from_this()](response given) {
    auto answer = std::make_shared<response>(std::move(given));
    asio::dispatch(self->stream_.get_executor(),
                   [self, answer] { self->write(std::move(*answer)); });
  });
  request_ = {};
}

// What is left of the request is not read, so the connection cannot be used again.
void connection::refuse(unsigned status, const std::string& reason) {
  keep_alive_ = false;
  refused_ = true;
  write(app_.refuse(status, reason));
}

void connection::write(response response) {
  if (closing_ || all_.stopping() || response.streamed) keep_alive_ = false;
  streaming_ = std::move(response.streamed);
  body_text_ = std::move(response.body);
  file_ = std::move(response.file);
  head_text_ = head_of(response, file_ ? file_->size_bytes() : body_text_.size(),
                       {keep_alive_, streaming_ != nullptr});
  std::array<asio::const_buffer, 2> parts{asio::buffer(head_text_), asio::buffer(body_text_)};
  if (head_only_) parts[1] = {};
  stream_.expires_after(patience_for(body_text_.size()));
  asio::async_write(stream_, parts,
                    [self = shared_from_this()](error e, size_t) { self->written(e); });
}

void connection::written(error error) {
  body_text_ = {};
  if (error) return close();
  if (streaming_) return begin_stream();
  if (auto file = std::exchange(file_, {}); file && !head_only_) return send_file(std::move(file));
  if (refused_) return drain();
  answered();
}

void connection::send_file(std::shared_ptr<const open_file> file) {
  std::make_shared<file_writer>(
      stream_, all_, std::move(file), patience_for(file_writer::piece_bytes),
      [self = shared_from_this()](bool whole) { whole ? self->answered() : self->close(); })
      ->begin();
}

void connection::answered() {
  if (!keep_alive_) return end();
  await_request(options_.idle_timeout);
}

// Closing with unread bytes would reset the connection, and the client might never see the answer:
// read them away for a moment first.
void connection::drain() {
  stream_.shut_down_send();
  buffer_.clear();
  if (!draining_)
    stream_.expires_after(std::min(options_.header_timeout, std::chrono::milliseconds{2'000}));
  draining_ = true;
  stream_.async_skip_some(buffer_.prepare(64 * 1024), [self = shared_from_this()](error e, size_t) {
    if (e) return self->close();
    self->drain();
  });
}

void connection::begin_stream() {
  busy_ = false;
  streams_ = std::make_shared<stream_writer>(stream_, std::move(streaming_),
                                             options_.stream_buffer_bytes_max,
                                             [self = shared_from_this()] { self->close(); });
  streams_->begin();
}

// Nothing is under way. A TLS client that is not told of the end takes it for an attack.
void connection::end() {
  if (!stream_.secure()) return close();
  stream_.expires_after(end_patience);
  stream_.async_say_end([self = shared_from_this()](error) { self->close(); });
}

void connection::close() {
  if (auto ended = std::exchange(streams_, {})) ended->end();
  stream_.shut_down_send();
  stream_.close();
}

request connection::take_head() const {
  const auto& parser = parser_->get();
  request out;
  out.method = std::string{parser.method_string()};
  out.target = std::string{parser.target()};
  for (const auto& row : parser)
    out.headers.emplace_back(std::string{row.name_string()}, std::string{row.value()});
  return out;
}

std::chrono::milliseconds connection::patience_for(uint64_t bytes) const {
  const auto seconds = bytes / std::max<uint64_t>(options_.body_bytes_per_second_min, 1);
  return options_.body_timeout + std::chrono::seconds{static_cast<int64_t>(seconds)};
}

std::shared_ptr<connection> make_connection(asio::ip::tcp::socket socket, tls_context tls,
                                            const server_options& options, application& app,
                                            connection_set& all) {
  error ignored;
  socket.set_option(asio::ip::tcp::no_delay{true}, ignored);
  return std::make_shared<connection>(std::move(socket), std::move(tls), options, app, all);
}

void run(const std::shared_ptr<connection>& x) { x->run(); }

void turn_away(const std::shared_ptr<connection>& x) { x->turn_away(); }

void close_when_idle(const std::shared_ptr<connection>& x) { x->close_when_idle(); }

}  // namespace ironbus::http
