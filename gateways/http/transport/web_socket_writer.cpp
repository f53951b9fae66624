#include "gateways/http/transport/web_socket_writer.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/websocket/stream.hpp>

#include <atomic>
#include <deque>
#include <utility>

namespace ironbus::http {

namespace asio = boost::asio;
namespace bhttp = boost::beast::http;
namespace websocket = boost::beast::websocket;

namespace {

/// The space for the reason in a close frame.
constexpr size_t reason_bytes_max = 123;

/// A client is pinged after half of so many keep-alive periods without a message from it, and
/// disconnected after all of them.
constexpr int silent_periods_max = 4;

/// Rebuilds the client's handshake, which was checked before.
bhttp::request<bhttp::empty_body> handshake_with(const std::string& key) {
  bhttp::request<bhttp::empty_body> out{bhttp::verb::get, "/", 11};
  out.set(bhttp::field::host, "checked");
  out.set(bhttp::field::connection, "upgrade");
  out.set(bhttp::field::upgrade, "websocket");
  out.set(bhttp::field::sec_websocket_version, "13");
  out.set(bhttp::field::sec_websocket_key, key);
  return out;
}

class web_socket_writer final : public endless_writer,
                                public std::enable_shared_from_this<web_socket_writer> {
public:
  web_socket_writer(client_stream& stream, std::shared_ptr<streaming> what, header_list headers,
                    std::function<void()> close);

  void begin() override;
  void leave() override {
    send_close(websocket::close_code::going_away, "The service is stopping.");
  }
  void end() override;
  bool lagged() const override { return lagged_; }

  void send(std::shared_ptr<const std::string> text) override;
  void give_up(const std::string& reason) override;
  bool gone() const override { return gone_; }
  size_t unsent() const override { return unsent_bytes_; }
  uint64_t sent() const override { return sent_bytes_; }

private:
  using error = boost::system::error_code;

  void watch_client();
  void flush();
  void written();
  void send_close(websocket::close_code code, const std::string& reason);

  client_stream& client_;
  const std::shared_ptr<streaming> what_;
  const std::function<void()> close_;
  websocket::stream<client_stream&, false> socket_;
  boost::beast::flat_buffer passed_over_;
  std::deque<std::shared_ptr<const std::string>> unsent_;
  bool open_ = false;
  bool sending_ = false;
  std::atomic<size_t> unsent_bytes_{0};
  std::atomic<uint64_t> sent_bytes_{0};
  std::atomic<bool> gone_{false};
  std::atomic<bool> lagged_{false};
  asio::steady_timer timer_;
};

web_socket_writer::web_socket_writer(client_stream& stream, std::shared_ptr<streaming> what,
                                     header_list headers, std::function<void()> close)
    : client_(stream),
      what_(std::move(what)),
      close_(std::move(close)),
      socket_(stream),
      timer_(stream.get_executor()) {
  socket_.set_option(websocket::stream_base::timeout{final_send_timeout,
                                                     silent_periods_max * what_->keep_alive, true});
  socket_.set_option(websocket::stream_base::decorator([headers](websocket::response_type& answer) {
    for (const auto& [name, value] : headers) answer.insert(name, value);
    answer.set(bhttp::field::server, "ironbus");  // Otherwise Beast would name its version.
  }));
  socket_.read_message_max(web_socket_message_max);
  socket_.auto_fragment(false);
  socket_.text(true);
}

void web_socket_writer::begin() {
  client_.expires_never();  // The WebSocket has its own timeout.
  socket_.async_accept(handshake_with(what_->web_socket_key), [self = shared_from_this()](error e) {
    // The receiver may hold this object.
    const auto begin = std::exchange(self->what_->begin, {});
    if (e || self->gone_) return self->close_();
    self->open_ = true;
    self->watch_client();
    begin(self);
  });
}

void web_socket_writer::end() {
  gone_ = true;
  timer_.cancel();
}

void web_socket_writer::send(std::shared_ptr<const std::string> text) {
  if (gone_) return;
  unsent_bytes_ += text->size();
  asio::post(client_.get_executor(), [self = shared_from_this(), text = std::move(text)] {
    self->unsent_.push_back(text);
    if (!self->sending_) self->flush();
  });
}

void web_socket_writer::give_up(const std::string& reason) {
  lagged_ = true;
  const auto words = what_->farewell ? what_->farewell(reason) : reason;
  asio::post(client_.get_executor(), [self = shared_from_this(), words] {
    self->send_close(websocket::close_code::try_again_later, words);
  });
}

/// Closes after the current message. The client gets the remaining messages when it reconnects.
void web_socket_writer::send_close(websocket::close_code code, const std::string& reason) {
  if (gone_.exchange(true) || !open_) return close_();
  timer_.expires_after(final_send_timeout);
  timer_.async_wait([self = shared_from_this()](error e) {
    if (!e) self->close_();
  });
  socket_.async_close({code, reason.substr(0, reason_bytes_max)},
                      [self = shared_from_this()](error) { self->close_(); });
}

// Reads from the client. Beast answers control frames during the read.
void web_socket_writer::watch_client() {
  socket_.async_read(passed_over_, [self = shared_from_this()](error e, size_t) {
    if (e) return self->close_();
    self->passed_over_.clear();
    self->watch_client();
  });
}

void web_socket_writer::flush() {
  if (unsent_.empty() || gone_) return;
  sending_ = true;
  socket_.async_write(asio::buffer(*unsent_.front()), [self = shared_from_this()](error e, size_t) {
    self->sending_ = false;
    // A close is in progress, and the reader notices its end.
    if (e == asio::error::operation_aborted) return;
    if (e) return self->close_();
    self->written();
  });
}

void web_socket_writer::written() {
  const auto bytes = unsent_.front()->size();
  unsent_.pop_front();
  sent_bytes_ += bytes;
  const auto left = unsent_bytes_.fetch_sub(bytes) - bytes;
  if (left < refill_threshold && what_->drained && !gone_) what_->drained();
  flush();
}

}  // namespace

std::shared_ptr<endless_writer> make_web_socket_writer(client_stream& stream,
                                                       std::shared_ptr<streaming> what,
                                                       header_list headers,
                                                       std::function<void()> close) {
  return std::make_shared<web_socket_writer>(stream, std::move(what), std::move(headers),
                                             std::move(close));
}

}  // namespace ironbus::http
