#pragma once

#include "messages/ports/bus.hpp"
#include "messages/ports/forwarding_store.hpp"
#include "tests/simulation/cluster/process.hpp"

namespace ironbus::simulation {

/// A process's bus. The process may be killed at each call, and callbacks run in it.
class process_bus final : public bus {
public:
  process_bus(process& owner, bus& link) : owner_{owner}, link_{link} {}

  void publish(outgoing message, publish_callback done = {}, bool fail_fast = false) override;
  void subscribe(subscription wanted, handler deliver) override;
  void unsubscribe(const std::string& queue) override;
  void ack(delivery_tag tag) override;
  void reject(delivery_tag tag, bool requeue) override;
  std::string reply_address() const override { return link_.reply_address(); }
  void on_reply(handler deliver) override;
  void on_state(std::function<void(bus_state, const std::string&)> listen) override;
  bus_state state() const override { return link_.state(); }
  void start() override { link_.start(); }
  void stop() override {}

private:
  process& owner_;
  bus& link_;
};

/// The store of one process. It drops calls of a killed process.
class process_store final : public forwarding_store {
public:
  process_store(process& owner, store& link) : forwarding_store{link}, owner_{owner} {}

  void on_restart(std::function<void(const store_restart&)> listen) override;

private:
  admission admit() override;

  process& owner_;
};

}  // namespace ironbus::simulation
