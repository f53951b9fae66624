#pragma once

#include "messages/ports/bus.hpp"
#include "tests/simulation/core/random_stream.hpp"

#include <memory>
#include <string>

namespace ironbus::simulation {

class bus_session;
class event_loop;
class simulated_broker;

/// One process's bus: `amqp_bus` to a `simulated_broker`, in virtual time. Callbacks run as events
/// of the loop, never within a call. Destroying it kills the process: no callback runs afterwards.
///
/// stop() returns at once. Publishing of pending messages continues for 3 s at most; then
/// `stopped()` is true.
class bus_link final : public bus {
public:
  /// `process`: name for logs.
  bus_link(std::string process, simulated_broker& broker, event_loop& loop, random_stream random);
  ~bus_link() override;
  bus_link(const bus_link&) = delete;
  bus_link& operator=(const bus_link&) = delete;

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
  bool stopped() const;

  /// Interrupts the connection. Both sides notice after the heartbeat timeout; then the broker
  /// requeues the deliveries.
  void cut();
  /// Restores it: with a delay if neither side has noticed, otherwise by a new connection.
  void heal();
  /// Closes the connection on both sides. The link reconnects after a pause.
  void reset();
  /// Kills the process: the broker notices at once, and no callback runs any more.
  void end();
  /// Pauses the process: messages are held, and delivered in order when it continues. The broker
  /// receives no heartbeats and closes the connection.
  void set_paused(bool paused);

private:
  std::shared_ptr<bus_session> session_;
};

}  // namespace ironbus::simulation
