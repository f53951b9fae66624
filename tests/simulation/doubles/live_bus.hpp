#pragma once

#include "tests/simulation/doubles/bus_link.hpp"
#include "tests/simulation/doubles/live_loop.hpp"
#include "tests/simulation/doubles/simulated_broker.hpp"

namespace ironbus::simulation {

/// A simulated broker for buses that any thread may use.
struct live_broker {
  explicit live_broker(uint64_t seed)
      : random{seed}, server{loop.events(), random_stream{random.next()}} {}
  ~live_broker() { loop.stop(); }

  random_stream random;
  live_loop loop{};
  simulated_broker server;
};

/// A bus of that broker.
class live_bus final : public bus {
public:
  explicit live_bus(live_broker& broker);
  ~live_bus() override;

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

  /// Closes the connection and prevents new ones until it is restored.
  void cut();
  void restore();

private:
  live_loop& loop_;
  std::unique_ptr<bus_link> link_;
};

}  // namespace ironbus::simulation
