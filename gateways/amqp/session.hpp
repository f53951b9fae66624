#pragma once

#include "gateways/amqp/connection.hpp"
#include "gateways/amqp/consumer.hpp"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace ironbus::amqp {

/// The two connections of a bus, set up. Two, because a broker short of memory stops reading from
/// those that publish; on one connection the acks would stop with them, and the memory stay used.
struct session {
  std::unique_ptr<connection> publishing;  ///< Confirms are on, and our replies arrive here.
  std::unique_ptr<connection> consuming;
  consumer_list consumers;  ///< Those that are served.
};

/// Connects, declares and subscribes. Blocks.
result<session> open_session(const amqp_address& where, const amqp_options& how,
                             consumer_list consumers);

/// Opens sessions on a thread of its own, so that the bus can go on answering meanwhile.
class connector {
public:
  /// `ready` is called on that thread when an attempt is over. The arguments outlive the connector.
  connector(const amqp_address& where, const amqp_options& how, std::function<void()> ready);
  /// Waits for the attempt under way; the options' timeouts bound it.
  ~connector();

  bool busy() const { return thread_.joinable(); }
  /// Begins an attempt; only if not busy.
  void begin(consumer_list consumers);
  /// The outcome, once, when it is there.
  std::optional<result<session>> poll();

private:
  const amqp_address& where_;
  const amqp_options& how_;
  std::function<void()> ready_;
  std::mutex mutex_;
  std::optional<result<session>> outcome_;
  std::thread thread_;
};

}  // namespace ironbus::amqp
