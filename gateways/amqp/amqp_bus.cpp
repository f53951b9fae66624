#include "gateways/amqp/amqp_bus.hpp"

#include "gateways/amqp/engine.hpp"
#include "gateways/amqp/guarded.hpp"

#include <utility>

namespace ironbus {

namespace {

/// The broker keeps confirmed messages, so `handled` runs on the confirm.
bus::publish_callback with_handled(bus::publish_callback done, std::function<void()> handled) {
  return [done = std::move(done), handled = std::move(handled)](result<std::monostate> outcome) {
    const bool taken = outcome.has_value();
    if (done) done(std::move(outcome));
    if (taken) handled();
  };
}

}  // namespace

result<std::unique_ptr<amqp_bus>> amqp_bus::make(amqp_options options) {
  auto where = validate(options);
  if (!where) return tl::unexpected(where.error());
  return std::unique_ptr<amqp_bus>{new amqp_bus{std::move(*where), std::move(options)}};
}

amqp_bus::amqp_bus(amqp_address where, amqp_options options)
    : engine_(std::make_unique<amqp::engine>(
          std::move(where), std::move(options),
          amqp::engine::events{
              .reply = [this](delivery x) { tell_reply(std::move(x)); },
              .state = [this](bus_state x, const std::string& why) { tell_state(x, why); }})) {}

amqp_bus::~amqp_bus() { stop(); }

void amqp_bus::publish(outgoing message, publish_callback done, bool fail_fast) {
  if (message.handled) done = with_handled(std::move(done), std::exchange(message.handled, {}));
  amqp::pending_publish todo{std::move(message), std::move(done), fail_fast};
  if (engine_->incoming().put(todo)) return;
  if (todo.done) todo.done(fail(error_code::unavailable, "the bus is not running"));
}

void amqp_bus::subscribe(subscription subscription, handler deliver) {
  std::lock_guard guard{mutex_};
  consumers_.push_back(std::make_shared<amqp::consumer>(++last_consumer_, std::move(subscription),
                                                        std::move(deliver)));
  engine_->incoming().put(consumers_.back());
}

void amqp_bus::unsubscribe(const std::string& queue) {
  std::lock_guard guard{mutex_};
  std::erase_if(consumers_, [&](const auto& given) {
    if (given->spec.queue != queue) return false;
    given->ended.store(true, std::memory_order_release);
    engine_->incoming().put(given);
    return true;
  });
}

void amqp_bus::ack(delivery_tag x) {
  engine_->incoming().put(amqp::settlement{x, amqp::verdict::done});
}

void amqp_bus::reject(delivery_tag x, bool requeue) {
  engine_->incoming().put({x, requeue ? amqp::verdict::requeue : amqp::verdict::discard});
}

std::string amqp_bus::reply_address() const { return std::string{amqp::direct_reply_to}; }

void amqp_bus::on_reply(handler deliver) {
  std::lock_guard guard{mutex_};
  reply_ = std::make_shared<const handler>(std::move(deliver));
}

void amqp_bus::on_state(std::function<void(bus_state, const std::string& reason)> listen) {
  std::lock_guard guard{mutex_};
  listeners_.push_back(std::move(listen));
}

void amqp_bus::tell_reply(delivery delivery) {
  std::shared_ptr<const handler> receiver;
  {
    std::lock_guard guard{mutex_};
    receiver = reply_;
  }
  if (receiver && *receiver)
    amqp::guarded("the reply handler", [&] { (*receiver)(std::move(delivery)); });
}

void amqp_bus::tell_state(bus_state bus_state, const std::string& reason) {
  std::unique_lock guard{mutex_};
  auto listeners = listeners_;
  guard.unlock();
  for (const auto& listen : listeners)
    amqp::guarded("a state listener", [&] { listen(bus_state, reason); });
}

bus_state amqp_bus::state() const { return engine_->state(); }

void amqp_bus::start() {
  std::lock_guard guard{life_};
  engine_->start();
}

void amqp_bus::stop() {
  std::lock_guard guard{life_};
  engine_->stop();
}

const amqp_counters& amqp_bus::counters() const { return engine_->counters(); }

}  // namespace ironbus
