#include "gateways/http/transport/stream_writer.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace ironbus::http {

namespace asio = boost::asio;

namespace {

/// The maximum number of texts per write.
constexpr size_t texts_at_once = 16;

}  // namespace

stream_writer::stream_writer(client_stream& stream, std::shared_ptr<streaming> what,
                             std::function<void()> close)
    : client_(stream),
      what_(std::move(what)),
      close_(std::move(close)),
      timer_(stream.get_executor()) {}

void stream_writer::begin() {
  client_.expires_never();
  watch_client();
  keep_alive();
  std::exchange(what_->begin, {})(shared_from_this());  // The receiver may hold this object.
}

void stream_writer::end() {
  gone_ = true;
  timer_.cancel();
}

void stream_writer::send(std::shared_ptr<const std::string> text) {
  if (gone_) return;
  unsent_bytes_ += text->size();
  asio::post(client_.get_executor(), [self = shared_from_this(), text = std::move(text)] {
    self->unsent_.push_back(text);
    if (!self->sending_) self->flush();
  });
}

void stream_writer::give_up(const std::string& reason) {
  lagged_ = true;
  if (what_->farewell) send(std::make_shared<const std::string>(what_->farewell(reason)));
  asio::post(client_.get_executor(), [self = shared_from_this()] { self->close_soon(); });
}

void stream_writer::close_soon() {
  if (gone_.exchange(true) || unsent_.empty()) return close_();
  timer_.expires_after(final_send_timeout);
  timer_.async_wait([self = shared_from_this()](error) { self->close_(); });
}

// A read notices that the client disconnects. The client sends nothing else.
void stream_writer::watch_client() {
  client_.async_read_some(asio::buffer(&watched_byte_, 1),
                          [self = shared_from_this()](error e, size_t) {
                            if (e || self->gone_) return self->close_();
                            self->watch_client();
                          });
}

void stream_writer::keep_alive() {
  timer_.expires_after(what_->keep_alive);
  timer_.async_wait([weak = weak_from_this()](error error) {
    auto self = weak.lock();
    if (error || !self || self->gone_) return;
    self->send(std::make_shared<const std::string>(self->what_->keep_alive_text));
    self->keep_alive();
  });
}

void stream_writer::flush() {
  if (unsent_.empty()) {
    if (lagged_ && gone_) close_();
    return;
  }
  sending_ = true;
  std::vector<asio::const_buffer> buffers;
  const auto texts = std::min(texts_at_once, unsent_.size());
  for (size_t i = 0; i < texts; ++i) buffers.push_back(asio::buffer(*unsent_[i]));
  asio::async_write(client_, buffers, [self = shared_from_this(), texts](error e, size_t bytes) {
    self->sending_ = false;
    if (e) return self->close_();
    self->written(texts, bytes);
  });
}

void stream_writer::written(size_t texts, size_t bytes) {
  unsent_.erase(unsent_.begin(), unsent_.begin() + static_cast<std::ptrdiff_t>(texts));
  sent_bytes_ += bytes;
  const auto left = unsent_bytes_.fetch_sub(bytes) - bytes;
  if (left < refill_threshold && what_->drained && !gone_) what_->drained();
  flush();
}

}  // namespace ironbus::http
