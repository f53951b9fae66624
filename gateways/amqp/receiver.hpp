#pragma once

#include "gateways/amqp/ack_ledger.hpp"
#include "gateways/amqp/amqp_counters.hpp"
#include "gateways/amqp/connection.hpp"
#include "gateways/amqp/consumer.hpp"
#include "gateways/amqp/content.hpp"

#include <optional>
#include <unordered_map>

namespace ironbus::amqp {

enum class verdict : uint8_t { done, requeue, discard };

/// A handler's answer to a delivery.
struct settlement {
  delivery_tag tag;
  verdict what = verdict::done;
};

/// The consuming half of a bus: receives deliveries, sends acks and rejects. One thread.
class receiver {
public:
  using time_point = ack_ledger::time_point;

  receiver(const amqp_options& how, amqp_counters& counters);

  /// Switches to a new connection, which already consumes `served`; `epoch` marks its tags.
  status attach(connection& connection, const consumer_list& served, uint32_t epoch);
  void detach();
  /// The consumers for a new connection.
  const consumer_list& consumers() const { return consumers_; }

  status add(const std::shared_ptr<consumer>& added);
  /// Ends a consumer. Its unacknowledged deliveries are returned to the queue.
  status remove(const consumer& consumer);
  /// Ends all deliveries. Outstanding ones may still be acked.
  status cancel_all();

  status settle(const settlement& settlement, time_point now);
  std::optional<time_point> due() const;
  status flush(time_point now, bool all = false);
  status read();

private:
  status take(const amqp_frame_t& frame);
  status take_delivery(content content);
  status hand_over(consumer& consumer, delivery delivery);
  status requeue(uint64_t tag, bool requeue);
  status acknowledge(uint64_t tag, bool multiple);
  status cancel(const consumer& consumer);

  const amqp_options& how_;
  amqp_counters& counters_;
  ack_ledger ledger_;
  content_reader reader_;
  consumer_list consumers_;
  std::unordered_map<std::string, std::shared_ptr<consumer>> served_;  ///< By consumer tag.
  connection* connection_ = nullptr;
  uint32_t epoch_ = 0;
};

}  // namespace ironbus::amqp
