#pragma once

#include "gateways/amqp/connection.hpp"
#include "gateways/amqp/consumer.hpp"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace ironbus::amqp {

/// The two open connections of a bus. A broker that is low on memory stops reading from publishing
/// connections. On a single connection the acks would stop, too, and the memory would never be
/// freed.
struct session {
  std::unique_ptr<connection> publishing;  ///< With confirms enabled; replies arrive here.
  std::unique_ptr<connection> consuming;
  consumer_list consumers;  ///< The active consumers.
};

/// Connects, declares and subscribes. Blocks.
result<session> open_session(const amqp_address& where, const amqp_options& how,
                             consumer_list consumers);

/// Opens sessions on a separate thread, so that the bus can continue to answer.
class connector {
public:
  /// Calls `ready` on that thread after each attempt. The arguments must outlive the connector.
  connector(const amqp_address& where, const amqp_options& how, std::function<void()> ready);
  /// Waits for the running attempt, which the options' timeouts limit.
  ~connector();

  bool busy() const { return thread_.joinable(); }
  /// Starts an attempt; only if not busy.
  void begin(consumer_list consumers);
  /// The result of the attempt, once, when it is available.
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
