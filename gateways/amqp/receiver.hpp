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

/// What a handler said about a delivery.
struct settlement {
  delivery_tag tag;
  verdict what = verdict::done;
};

/// The consuming half: deliveries in, acks and rejects out. One thread.
class receiver {
public:
  using time_point = ack_ledger::time_point;

  receiver(const amqp_options& how, amqp_counters& counters);

  /// Goes on with a new connection, on which `served` are already consumed; `epoch` marks its tags.
  status attach(connection& connection, const consumer_list& served, uint32_t epoch);
  void detach();
  /// Whom a new connection has to serve.
  const consumer_list& consumers() const { return consumers_; }

  status add(const std::shared_ptr<consumer>& added);
  /// Its unacknowledged deliveries go back.
  status remove(const consumer& consumer);
  /// No more deliveries; those out may still be acked.
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
