#include "gateways/http/transport/connection_parts.hpp"
#include "gateways/http/transport/file_writer.hpp"
#include "gateways/http/transport/response_text.hpp"
#include "gateways/http/transport/stream_writer.hpp"
#include "gateways/http/transport/web_socket_writer.hpp"

#include <boost/asio/write.hpp>

#include <algorithm>
#include <array>
#include <utility>

// How a connection writes answers and streams.

namespace ironbus::http {

namespace asio = boost::asio;

void connection::refuse(unsigned status, const std::string& reason) {
  refuse(app_.refuse(status, reason));
}

void connection::refuse(overuse why) {
  share_.count(why);
  refuse(answer_to(why).status, std::string{answer_to(why).sentence});
}

// The rest of the request is not read, so the connection cannot be reused.
void connection::refuse(response answer) {
  keep_alive_ = false;
  refused_ = true;
  parser_.reset();  // With the part of the body that has arrived.
  write(std::move(answer));
}

// The answer's body replaces the request's in the count. Without space, a read is rejected and the
// client may retry. The answer to a write must be sent.
void connection::count_answer(response& answer) {
  share_.release();
  if (!reads_only_ || refused_ || answer.essential) return share_.hold_anyway(answer.body.size());
  const auto why = share_.hold(answer.body.size());
  if (!why) return;
  share_.count(*why);
  answer = app_.refuse(answer_to(*why).status, std::string{answer_to(*why).sentence});
}

void connection::write(response response) {
  count_answer(response);
  if (stream_.secure() && options_.hsts_max_age.count() > 0)
    response.headers.emplace_back("Strict-Transport-Security",
                                  "max-age=" + std::to_string(options_.hsts_max_age.count()));
  if (response.streamed && !response.streamed->web_socket_key.empty())
    return become_web_socket(std::move(response));
  if (closing_ || all_.stopping() || response.streamed) keep_alive_ = false;
  streaming_ = std::move(response.streamed);
  body_text_ = std::move(response.body);
  file_ = std::move(response.file);
  head_text_ = head_of(response, file_ ? file_->bytes : body_text_.size(),
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
  if (std::exchange(streaming_, {})) return end();  // The `begin` function holds this connection.
  if (auto file = std::exchange(file_, {}); file && !head_only_) return send_file(std::move(*file));
  if (refused_) return drain();
  answered();
}

void connection::send_file(file_part part) {
  std::make_shared<file_writer>(
      file_receiver{stream_, all_, share_.client(), options_.body_timeout}, std::move(part),
      [self = shared_from_this()](file_end how) {
        if (how == file_end::whole) return self->answered();
        if (how == file_end::slow) self->share_.count(overuse::slow_file);
        self->close();
      })
      ->begin();
}

void connection::answered() {
  if (!keep_alive_) return end();
  await_request(options_.idle_timeout);
}

// Closing with unread bytes would reset the connection, and the client might lose the answer. So it
// first reads and discards bytes for a short time.
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
  go_on_with(std::make_shared<stream_writer>(stream_, std::move(streaming_),
                                             [self = shared_from_this()] { self->close(); }));
}

void connection::become_web_socket(response answer) {
  share_.release();
  if (buffer_.size() > 0)
    return refuse(400, "The client sent data before the WebSocket handshake was answered.");
  go_on_with(make_web_socket_writer(stream_, std::move(answer.streamed), std::move(answer.headers),
                                    [self = shared_from_this()] { self->close(); }));
}

void connection::go_on_with(const std::shared_ptr<endless_writer>& writer) {
  busy_ = false;
  streams_ = writer;
  writer->begin();
  if (closing_) writer->leave();
}

std::chrono::milliseconds connection::patience_for(uint64_t bytes) const {
  const auto seconds = bytes / std::max<uint64_t>(options_.body_bytes_per_second_min, 1);
  return options_.body_timeout + std::chrono::seconds{static_cast<int64_t>(seconds)};
}

}  // namespace ironbus::http
