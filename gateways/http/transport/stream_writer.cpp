#include "gateways/http/transport/stream_writer.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>

namespace ironbus::http {

namespace asio = boost::asio;

stream_writer::stream_writer(client_stream& stream, std::shared_ptr<streaming> what,
                             size_t buffer_bytes_max, std::function<void()> close)
    : client_(stream),
      what_(std::move(what)),
      buffer_bytes_max_(buffer_bytes_max),
      close_(std::move(close)),
      timer_(stream.get_executor()) {}

void stream_writer::begin() {
  client_.expires_never();
  watch_client();
  keep_alive();
  what_->begin(shared_from_this());
}

void stream_writer::end() {
  gone_ = true;
  timer_.cancel();
}

bool stream_writer::send(std::shared_ptr<const std::string> text) {
  if (gone_) return false;
  if (unsent_bytes_.fetch_add(text->size()) + text->size() > buffer_bytes_max_) {
    lagged_ = true;
    gone_ = true;
    asio::post(client_.get_executor(), [self = shared_from_this()] { self->close_(); });
    return false;
  }
  asio::post(client_.get_executor(), [self = shared_from_this(), text = std::move(text)] {
    self->unsent_.push_back(text);
    if (!self->sending_) self->flush();
  });
  return true;
}

// A client that leaves a stream is noticed by reading: it has nothing more to say.
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
  if (unsent_.empty() || gone_) return;
  sending_ = true;
  auto text = unsent_.front();
  asio::async_write(client_, asio::buffer(*text),
                    [self = shared_from_this(), text](error error, size_t) {
                      self->sending_ = false;
                      if (error) return self->close_();
                      self->unsent_bytes_ -= text->size();
                      self->unsent_.pop_front();
                      self->flush();
                    });
}

}  // namespace ironbus::http
