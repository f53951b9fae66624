#pragma once

#include "messages/ports/bus.hpp"

#include <atomic>

namespace ironbus::test {

/// A bus whose replies can be held back, as if the process died before sending them.
class silent_bus final : public bus {
public:
  explicit silent_bus(bus& real) : real_{real} {}

  std::atomic<bool> mute{false};

  void publish(outgoing x, publish_callback done, bool fail_fast) override {
    const bool is_answer = x.exchange.empty() && !x.correlation_id.empty();
    if (!is_answer || !mute) real_.publish(std::move(x), std::move(done), fail_fast);
  }
  void subscribe(subscription x, handler deliver) override {
    real_.subscribe(std::move(x), std::move(deliver));
  }
  void unsubscribe(const std::string& queue) override { real_.unsubscribe(queue); }
  void ack(delivery_tag x) override { real_.ack(x); }
  void reject(delivery_tag x, bool requeue) override { real_.reject(x, requeue); }
  std::string reply_address() const override { return real_.reply_address(); }
  void on_reply(handler deliver) override { real_.on_reply(std::move(deliver)); }
  void on_state(std::function<void(bus_state, const std::string& reason)> listen) override {
    real_.on_state(std::move(listen));
  }
  bus_state state() const override { return real_.state(); }
  void start() override { real_.start(); }
  void stop() override { real_.stop(); }

private:
  bus& real_;
};

}  // namespace ironbus::test
