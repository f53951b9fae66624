#pragma once

#include "gateways/amqp/amqp_counters.hpp"
#include "gateways/amqp/amqp_options.hpp"
#include "messages/ports/bus.hpp"

#include <memory>
#include <mutex>
#include <vector>

namespace ironbus {

namespace amqp {
class engine;
struct consumer;
}  // namespace amqp

/// The bus over RabbitMQ. It uses one thread and two connections. All callbacks run on that thread.
///
/// Queues of subscriptions are quorum queues. They and their messages remain when the subscription
/// ends. A private queue (empty name) is transient and is deleted with its connection. Exchanges
/// are those of routing.hpp. They are declared here, together with the dead-letter queue and the
/// event log. Publishing to any other exchange fails with `not_found`.
///
/// Before start() and after stop() there is no thread. A publish that cannot wait for one
/// (`fail_fast`, or any after stop()) fails in the calling thread. Never call stop() from a
/// handler.
class amqp_bus final : public bus {
public:
  /// `invalid` if an option is wrong. Does not connect yet.
  static result<std::unique_ptr<amqp_bus>> make(amqp_options options);
  ~amqp_bus() override;

  void publish(outgoing message, publish_callback done = {}, bool fail_fast = false) override;
  void subscribe(subscription subscription, handler deliver) override;
  void unsubscribe(const std::string& queue) override;
  void ack(delivery_tag x) override;
  void reject(delivery_tag x, bool requeue) override;
  std::string reply_address() const override;
  void on_reply(handler deliver) override;
  void on_state(std::function<void(bus_state, const std::string& reason)> listen) override;
  bus_state state() const override;
  void start() override;
  void stop() override;

  const amqp_counters& counters() const;

private:
  amqp_bus(amqp_address where, amqp_options options);

  void tell_reply(delivery delivery);
  void tell_state(bus_state bus_state, const std::string& reason);

  std::mutex life_;   ///< Held during start() and stop().
  std::mutex mutex_;  ///< Guards the next four members.
  std::vector<std::shared_ptr<amqp::consumer>> consumers_;
  uint32_t last_consumer_ = 0;
  std::shared_ptr<const handler> reply_;
  std::vector<std::function<void(bus_state, const std::string&)>> listeners_;
  std::unique_ptr<amqp::engine> engine_;
};

}  // namespace ironbus
