#pragma once

#include "gateways/local/local_broker.hpp"

namespace ironbus {

/// The bus within one process, for the embedded default and for tests. Contract and semantics are
/// those of amqp_bus. Its messages are lost with its broker.
///
/// Queues and bindings exist from subscribe() on. Deliveries and publishes start with start().
class local_bus final : public bus {
public:
  /// Creates its own broker.
  explicit local_bus(local_options options = {});
  /// One of several buses on a broker, each like a separate process.
  explicit local_bus(std::shared_ptr<local_broker> broker);
  ~local_bus() override;

  void publish(outgoing x, publish_callback done = {}, bool fail_fast = false) override;
  void subscribe(subscription x, handler deliver) override;
  void unsubscribe(const std::string& queue) override;
  void ack(delivery_tag x) override;
  void reject(delivery_tag x, bool requeue) override;
  std::string reply_address() const override;
  void on_reply(handler deliver) override;
  void on_state(std::function<void(bus_state, const std::string& reason)> listen) override;
  bus_state state() const override;
  void start() override;
  void stop() override;

  /// For tests and simulations: simulates a lost and restored connection.
  void disconnect(const std::string& reason);
  void reconnect();

  local_broker& broker() { return *broker_; }

private:
  std::shared_ptr<local_broker> broker_;
  local_broker::endpoint_ptr self_;
};

}  // namespace ironbus
