#pragma once

#include "messages/crypto/secret_box.hpp"
#include "messages/ports/bus.hpp"

#include <memory>

namespace ironbus::sealing {

/// A bus whose secrets are encrypted on the way: in commands, step requests, outcomes, replies and
/// dead letters. Events and notifications have none, because they are masked for their readers.
/// Users of the bus see clear text; a message that cannot be decrypted goes to the dead letters.
class sealed_bus final : public bus {
public:
  sealed_bus(std::unique_ptr<bus> inner, std::shared_ptr<const secret_box> box)
      : inner_{std::move(inner)}, box_{std::move(box)} {}

  void publish(outgoing x, publish_callback done = {}, bool fail_fast = false) override;
  void subscribe(subscription x, handler deliver) override;
  void unsubscribe(const std::string& queue) override { inner_->unsubscribe(queue); }
  void ack(delivery_tag x) override { inner_->ack(x); }
  void reject(delivery_tag x, bool requeue) override { inner_->reject(x, requeue); }
  std::string reply_address() const override { return inner_->reply_address(); }
  void on_reply(handler deliver) override;
  void on_state(std::function<void(bus_state, const std::string& reason)> listen) override {
    inner_->on_state(std::move(listen));
  }
  bus_state state() const override { return inner_->state(); }
  void start() override { inner_->start(); }
  void stop() override { inner_->stop(); }

private:
  handler opening(handler deliver) const;

  const std::unique_ptr<bus> inner_;
  const std::shared_ptr<const secret_box> box_;
};

}  // namespace ironbus::sealing
