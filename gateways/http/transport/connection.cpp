#include "gateways/http/transport/connection.hpp"

#include "gateways/http/transport/body_reader.hpp"
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

// What one read of a body takes, beyond the longest head: each connection may hold as much.
constexpr size_t read_bytes_max = 16 * 1024;

std::optional<ip_address> peer_of(const asio::ip::tcp::socket& socket) {
  error gone;
  const auto peer = socket.remote_endpoint(gone);
  return gone ? std::nullopt : parse_ip(peer.address().to_string());
}

// All members are used on the connection's strand only.
class connection final : public std::enable_shared_from_this<connection> {
public:
  connection(asio::ip::tcp::socket socket, tls_context tls, const server_options& options,
             application& app, connection_set& all)
      : share_(all.clients(), peer_of(socket)),
        stream_(std::move(socket), std::move(tls)),
        options_(options),
        app_(app),
        all_(all),
        buffer_(options.header_bytes_max + read_bytes_max) {}

  ~connection() {
    share_.leave();  // the set may end once nobody is left
    all_.left(this);
  }

  /// Before it runs, by the thread that has made it.
  bool join() { return share_.join(); }

  void run() {
    on_strand(
        [this] { stream_.secure() ? shake_hands() : await_request(options_.header_timeout); });
  }
  void turn_away(overuse why) {
    on_strand([this, why] {
      share_.count(why);
      if (stream_.secure()) return close();
      refuse(answer_to(why).status, std::string{answer_to(why).sentence});
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
  void expect_body();
  void ask_admission();
  void continue_or_read_body();
  void read_body();
  void body_done(error error);
  void dispatch();
  void refuse(unsigned status, const std::string& reason);
  void refuse(response answer);
  void refuse(overuse why);
  void count_answer(response& answer);
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

  client_share share_;
  client_stream stream_;
  const server_options& options_;
  application& app_;
  connection_set& all_;
  beast::flat_buffer buffer_;
  std::optional<body_parser> parser_;
  request request_;
  size_t body_max_ = 0;
  bool keep_alive_ = false;
  bool head_only_ = false;
  bool reads_only_ = false;  ///< Nothing has been changed if no answer is given.
  bool busy_ = false;        ///< A request has begun to arrive and is not answered yet.
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
  buffer_.shrink_to_fit();  // it may stay idle for long
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
  parser_->get().body().share = &share_;
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
  reads_only_ = head_only_ || request_.method == "GET";
  keep_alive_ = parser_->get().keep_alive();
  body_max_ = app_.body_bytes_max(request_);
  expect_body();
}

// What is known of the body before it comes: a client that need not send it is told so now.
void connection::expect_body() {
  const auto length = parser_->content_length();
  if (length && *length > body_max_)
    return refuse(413, "The request body has " + std::to_string(*length) + " bytes; at most " +
                           std::to_string(body_max_) + " are allowed here.");
  parser_->body_limit(body_max_);
  share_.speak_for(request_);
  if (length)
    if (const auto why = share_.lacks(*length)) return refuse(*why);
  if (parser_->is_done() || (length && *length <= small_body_bytes)) return continue_or_read_body();
  ask_admission();
}

// A stranger's large body is not read.
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
  static constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
  stream_.expires_after(options_.header_timeout);
  asio::async_write(stream_, asio::buffer(go_on), [self = shared_from_this()](error e, size_t) {
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
    return refuse(413, "The request body is larger than the " + std::to_string(body_max_) +
                           " bytes allowed here.");
  if (error == beast::error::timeout) {
    share_.count(overuse::slow_body);
    return close();
  }
  if (error == bhttp::error::end_of_stream || error == bhttp::error::partial_message ||
      error == asio::error::connection_reset)
    return close();
  if (error) return refuse(400, "The request is not valid HTTP: " + error.message() + ".");
  dispatch();
}

void connection::dispatch() {
  request_.body = std::move(parser_->get().body().text);
  parser_.reset();
  stream_.expires_never();
  app_.handle(std::move(request_), [self = shared_from_this()](response given) {
    auto answer = std::make_shared<response>(std::move(given));
    asio::dispatch(self->stream_.get_executor(),
                   [self, answer] { self->write(std::move(*answer)); });
  });
  request_ = {};
}

void connection::refuse(unsigned status, const std::string& reason) {
  refuse(app_.refuse(status, reason));
}

void connection::refuse(overuse why) {
  share_.count(why);
  refuse(answer_to(why).status, std::string{answer_to(why).sentence});
}

// What is left of the request is not read, so the connection cannot be used again.
void connection::refuse(response answer) {
  keep_alive_ = false;
  refused_ = true;
  parser_.reset();  // with what has come of the body
  write(std::move(answer));
}

// The answer's body counts in place of the request's. If there is no room for it, whoever only
// wanted to read may ask again; what has been done must be told.
void connection::count_answer(response& answer) {
  share_.release();
  if (!reads_only_ || refused_) return share_.hold_anyway(answer.body.size());
  const auto why = share_.hold(answer.body.size());
  if (!why) return;
  share_.count(*why);
  answer = app_.refuse(answer_to(*why).status, std::string{answer_to(*why).sentence});
}

void connection::write(response response) {
  count_answer(response);
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
  share_.release();
  if (error) return close();
  if (streaming_ && !head_only_) return begin_stream();
  if (std::exchange(streaming_, {})) return end();  // what would begin it holds this connection
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
  stream_.async_skip_some(buffer_.prepare(read_bytes_max),
                          [self = shared_from_this()](error e, size_t) {
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
  if (auto ended = std::exchange(streams_, {})) {
    if (ended->lagged()) share_.count(overuse::slow_follower);
    ended->end();
  }
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

bool join(const std::shared_ptr<connection>& x) { return x->join(); }

void turn_away(const std::shared_ptr<connection>& x, overuse why) { x->turn_away(why); }

void close_when_idle(const std::shared_ptr<connection>& x) { x->close_when_idle(); }

}  // namespace ironbus::http
