#include "tests/simulation/doubles/live_bus.hpp"

namespace ironbus::simulation {

live_bus::live_bus(live_broker& broker) : loop_{broker.loop} {
  const live_loop::hold guard{loop_};
  link_ = std::make_unique<bus_link>("a test", broker.server, loop_.events(),
                                     random_stream{broker.random.next()});
}

live_bus::~live_bus() {
  stop();
  const live_loop::hold guard{loop_};
  link_.reset();
}

void live_bus::publish(outgoing x, publish_callback done, bool fail_fast) {
  const live_loop::hold guard{loop_};
  link_->publish(std::move(x), std::move(done), fail_fast);
}

void live_bus::subscribe(subscription x, handler deliver) {
  const live_loop::hold guard{loop_};
  link_->subscribe(std::move(x), std::move(deliver));
}

void live_bus::unsubscribe(const std::string& queue) {
  const live_loop::hold guard{loop_};
  link_->unsubscribe(queue);
}

void live_bus::ack(delivery_tag x) {
  const live_loop::hold guard{loop_};
  link_->ack(x);
}

void live_bus::reject(delivery_tag x, bool requeue) {
  const live_loop::hold guard{loop_};
  link_->reject(x, requeue);
}

std::string live_bus::reply_address() const { return link_->reply_address(); }

void live_bus::on_reply(handler deliver) {
  const live_loop::hold guard{loop_};
  link_->on_reply(std::move(deliver));
}

void live_bus::on_state(std::function<void(bus_state, const std::string& reason)> listen) {
  const live_loop::hold guard{loop_};
  link_->on_state(std::move(listen));
}

bus_state live_bus::state() const {
  const live_loop::hold guard{loop_};
  return link_->state();
}

void live_bus::start() {
  const live_loop::hold guard{loop_};
  link_->start();
}

void live_bus::stop() {
  live_loop::hold guard{loop_};
  link_->stop();
  guard.wait_until([this] { return link_->stopped(); });
}

void live_bus::cut() {
  const live_loop::hold guard{loop_};
  link_->reset();
  link_->cut();
}

void live_bus::restore() {
  const live_loop::hold guard{loop_};
  link_->heal();
}

}  // namespace ironbus::simulation
