#pragma once

#include "gateways/amqp/amqp_counters.hpp"
#include "gateways/amqp/connection.hpp"
#include "gateways/amqp/content.hpp"
#include "gateways/amqp/publish_ledger.hpp"

#include <chrono>
#include <optional>
#include <string_view>

namespace ironbus::amqp {

/// RabbitMQ's pseudo-queue for replies. No queue is declared; the broker routes by connection.
inline constexpr std::string_view direct_reply_to = "amq.rabbitmq.reply-to";

/// The publishing half of a bus: sends messages, and reads confirms, returns and replies. One
/// thread.
class publisher {
public:
  using time_point = std::chrono::steady_clock::time_point;

  struct events {
    bus::handler reply;
    /// The broker stops or resumes accepting messages (without a reason when it resumes).
    std::function<void(bool blocked, const std::string& why)> blocked;
  };

  publisher(const amqp_options& how, amqp_counters& counters, events tell);

  void attach(connection& connection);
  void detach(const std::string& why);
  /// Fails all remaining publishes. Final.
  void abandon(const std::string& why) { ledger_.abandon(why); }

  /// Adds a publish. Its callback may be called before this returns.
  void add(pending_publish pending_publish, time_point now);
  bool idle() const { return ledger_.idle(); }

  /// When flush() has messages to send. Unset if it has to wait for another event.
  std::optional<time_point> due() const;
  /// Sends the due messages as far as the socket accepts them without blocking.
  status flush(time_point now);
  status read();

private:
  status check(const outgoing& message) const;
  bool may_send() const;
  bool socket_writable() const;
  status send(const outgoing& message);
  status take(const amqp_frame_t& frame);
  status take_method(const amqp_method_t& method);
  void take_content(content content);
  void confirmed(uint64_t number, bool multiple, bool taken);

  const amqp_options& how_;
  amqp_counters& counters_;
  events tell_;
  publish_ledger ledger_;
  content_reader reader_;
  connection* connection_ = nullptr;
  bool blocked_ = false;
  time_point oldest_waiting_{};
};

}  // namespace ironbus::amqp
