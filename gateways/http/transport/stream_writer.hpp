#pragma once

#include "gateways/http/transport/client_stream.hpp"
#include "gateways/http/transport/endless_writer.hpp"

#include <boost/asio/steady_timer.hpp>

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <string>

namespace ironbus::http {

/// Writes the endless rest of a response: texts from any thread in order, and keep-alive texts
/// between them. Notices when the client disconnects.
class stream_writer final : public endless_writer,
                            public std::enable_shared_from_this<stream_writer> {
public:
  /// `close` ends the connection of `stream` and keeps it until this object is destroyed.
  stream_writer(client_stream& stream, std::shared_ptr<streaming> what,
                std::function<void()> close);

  void begin() override;
  void leave() override { close_(); }
  void end() override;

  void send(std::shared_ptr<const std::string> text) override;
  void give_up(const std::string& reason) override;
  bool gone() const override { return gone_; }
  size_t unsent() const override { return unsent_bytes_; }
  uint64_t sent() const override { return sent_bytes_; }
  bool lagged() const override { return lagged_; }

private:
  using error = boost::system::error_code;

  void watch_client();
  void keep_alive();
  void flush();
  void written(size_t texts, size_t bytes);
  void close_soon();

  client_stream& client_;
  const std::shared_ptr<streaming> what_;
  const std::function<void()> close_;
  std::deque<std::shared_ptr<const std::string>> unsent_;
  bool sending_ = false;
  std::atomic<size_t> unsent_bytes_{0};
  std::atomic<uint64_t> sent_bytes_{0};
  std::atomic<bool> gone_{false};
  std::atomic<bool> lagged_{false};
  boost::asio::steady_timer timer_;
  char watched_byte_ = 0;
};

}  // namespace ironbus::http
