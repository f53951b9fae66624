#include "gateways/local/local_bus.hpp"

#include "gateways/local/endpoint.hpp"

namespace ironbus {

local_bus::local_bus(local_options options) : local_bus(std::make_shared<local_broker>(options)) {}

local_bus::local_bus(std::shared_ptr<local_broker> broker)
    : broker_(std::move(broker)), self_(broker_->add_endpoint()) {}

local_bus::~local_bus() { stop(); }

void local_bus::publish(outgoing x, publish_callback done, bool fail_fast) {
  broker_->publish(self_, std::move(x), std::move(done), fail_fast);
}

void local_bus::subscribe(subscription x, handler deliver) {
  broker_->subscribe(self_, std::move(x), std::move(deliver));
}

void local_bus::unsubscribe(const std::string& queue) { broker_->unsubscribe(self_, queue); }

void local_bus::ack(delivery_tag x) { broker_->ack(x); }

void local_bus::reject(delivery_tag x, bool requeue) { broker_->reject(x, requeue); }

std::string local_bus::reply_address() const {
  return self_->reply_address;  // Constant.
}

void local_bus::on_reply(handler deliver) { broker_->on_reply(self_, std::move(deliver)); }

void local_bus::on_state(std::function<void(bus_state, const std::string& reason)> listen) {
  broker_->on_state(self_, std::move(listen));
}

bus_state local_bus::state() const { return broker_->state(self_); }

void local_bus::start() { broker_->connect(self_); }

void local_bus::stop() { broker_->close(self_); }

void local_bus::disconnect(const std::string& reason) { broker_->disconnect(self_, reason); }

void local_bus::reconnect() { broker_->connect(self_); }

}  // namespace ironbus
