#include "gateways/local/local_broker.hpp"

#include "gateways/local/endpoint.hpp"
#include "gateways/local/guarded.hpp"
#include "messages/base/uuid.hpp"
#include "messages/wire/routing.hpp"

#include <algorithm>
#include <utility>

namespace ironbus {

using local::consumer;
using local::endpoint;

local_broker::local_broker(local_options options)
    : options_(options),
      shown_(metrics::kind::gauge,
             {"ironbus_local_queue_messages", "Messages waiting in the queues within the process."},
             [this] { return count_waiting(); }) {
  auto& dead =
      declare(std::string{routing::dead_letter_queue}, {.length_max = options_.dead_letters_max});
  router_.bind(std::string{routing::dead_letter_exchange}, "", dead.content.name());
  if (options_.own_thread) thread_ = std::thread{[this] { run_thread(); }};
}

local_broker::~local_broker() {
  {
    std::lock_guard guard{mutex_};
    stopping_ = true;
  }
  due_.notify_all();
  if (thread_.joinable()) thread_.join();
  queues_.clear();  // The remaining messages were not handled, and their receipts do not report it.
}

metrics::samples local_broker::count_waiting() const {
  double work = 0;
  double dead = 0;
  std::lock_guard guard{mutex_};
  for (const auto& [name, queue] : queues_)
    (name == routing::dead_letter_queue ? dead : work) += static_cast<double>(queue.content.size());
  return {{{{"queue", "work"}}, {work}}, {{{"queue", "dead"}}, {dead}}};
}

// -- buses

local_broker::endpoint_ptr local_broker::add_endpoint() {
  auto out = std::make_shared<endpoint>();
  out->reply_address = "ironbus.reply." + random_uuid();
  std::lock_guard guard{mutex_};
  endpoints_.push_back(out);
  return out;
}

void local_broker::connect(const endpoint_ptr& endpoint) {
  std::lock_guard guard{mutex_};
  if (endpoint->closed || endpoint->state == bus_state::connected) return;
  ++endpoint->epoch;
  for (const auto& c : endpoint->consumers) begin(endpoint, c);
  set_state(endpoint, bus_state::connected, "");
  for (auto& p : std::exchange(endpoint->pending, {}))
    finish(endpoint, std::move(p.done), route(endpoint, p.message));
}

void local_broker::disconnect(const endpoint_ptr& endpoint, const std::string& reason) {
  std::lock_guard guard{mutex_};
  if (endpoint->state != bus_state::connected) return;
  for (const auto& c : endpoint->consumers) end(c);
  set_state(endpoint, bus_state::connecting, reason);
}

void local_broker::close(const endpoint_ptr& endpoint) {
  disconnect(endpoint, "stopped");
  std::unique_lock lock{mutex_};
  if (endpoint->closed) return;
  endpoint->closed = true;
  for (const auto& c : std::exchange(endpoint->consumers, {})) forget(*c);
  for (auto& p : std::exchange(endpoint->pending, {}))
    finish(endpoint, std::move(p.done), fail(error_code::unavailable, "the bus has been stopped"));
  std::erase(endpoints_, endpoint);
  if (caller_ != std::this_thread::get_id()) made_.wait(lock, [&] { return running_ != endpoint; });
  auto mine = std::stable_partition(calls_.begin(), calls_.end(),
                                    [&](const call& c) { return c.endpoint != endpoint; });
  std::vector<call> left(std::make_move_iterator(mine), std::make_move_iterator(calls_.end()));
  calls_.erase(mine, calls_.end());
  lock.unlock();
  for (auto& c : left) local::guarded("a callback", c.what);
}

void local_broker::set_state(const endpoint_ptr& endpoint, bus_state bus_state,
                             const std::string& reason) {
  endpoint->state = bus_state;
  later(endpoint, [listeners = endpoint->listeners, bus_state, reason] {
    for (const auto& listen : listeners)
      local::guarded("a state listener", [&] { listen(bus_state, reason); });
  });
}

void local_broker::on_reply(const endpoint_ptr& endpoint, bus::handler deliver) {
  std::lock_guard guard{mutex_};
  endpoint->reply = std::make_shared<const bus::handler>(std::move(deliver));
}

void local_broker::on_state(const endpoint_ptr& endpoint,
                            std::function<void(bus_state, const std::string&)> listen) {
  std::lock_guard guard{mutex_};
  endpoint->listeners.push_back(std::move(listen));
}

bus_state local_broker::state(const endpoint_ptr& endpoint) const {
  std::lock_guard guard{mutex_};
  return endpoint->state;
}

// -- publishing

void local_broker::publish(const endpoint_ptr& sender, outgoing message, bus::publish_callback done,
                           bool fail_fast) {
  std::unique_lock lock{mutex_};
  if (sender->closed) {
    lock.unlock();
    if (done) done(fail(error_code::unavailable, "the bus is not running"));
  } else if (sender->state == bus_state::connected) {
    finish(sender, std::move(done), route(sender, message));
  } else if (fail_fast) {
    finish(sender, std::move(done), fail(error_code::unavailable, "the bus is not connected"));
  } else {
    sender->pending.push_back({std::move(message), std::move(done)});
  }
}

void local_broker::finish(const endpoint_ptr& endpoint, bus::publish_callback done,
                          result<std::monostate> outcome) {
  if (!done) return;
  later(endpoint, [done = std::move(done), outcome = std::move(outcome)]() mutable {
    done(std::move(outcome));
  });
}

/// The queues are lost with the process, so the sender keeps a copy until the message is in no
/// queue.
local::receipt local_broker::receipt_of(const endpoint_ptr& sender, const outgoing& outgoing) {
  if (!outgoing.handled) return {};
  return {nullptr, [this, sender, handled = outgoing.handled](void*) {
            if (!sender->closed) later(sender, handled);
          }};
}

result<std::monostate> local_broker::route(const endpoint_ptr& sender, const outgoing& outgoing) {
  if (route_reply(outgoing)) return std::monostate{};
  auto queues = router_.route(outgoing.exchange, outgoing.routing_key);
  if (!queues) return fail(error_code::not_found, "no exchange '" + outgoing.exchange + "'");
  if (queues->empty() && outgoing.mandatory)
    return fail(error_code::not_found, "no queue accepts '" + outgoing.routing_key +
                                           "' of exchange '" + outgoing.exchange + "'");
  delivery message;
  message.exchange = outgoing.exchange;
  message.routing_key = outgoing.routing_key;
  message.body = outgoing.body;
  message.reply_to = outgoing.reply_to;
  message.correlation_id = outgoing.correlation_id;
  message.redelivered = outgoing.again;
  const auto held = receipt_of(sender, outgoing);
  for (const auto& name : *queues) {
    auto& entry = *find(name);
    entry.content.push(message, held);
    wake(entry);
  }
  return std::monostate{};
}

bool local_broker::route_reply(const outgoing& outgoing) {
  if (!outgoing.exchange.empty()) return false;
  auto found = std::find_if(endpoints_.begin(), endpoints_.end(), [&](const endpoint_ptr& y) {
    return y->reply_address == outgoing.routing_key;
  });
  if (found == endpoints_.end() || (*found)->state != bus_state::connected || !(*found)->reply)
    return false;
  delivery message;
  message.queue = outgoing.routing_key;
  message.routing_key = outgoing.routing_key;
  message.body = outgoing.body;
  message.reply_to = outgoing.reply_to;
  message.correlation_id = outgoing.correlation_id;
  later(*found, [handler = (*found)->reply, message = std::move(message)]() mutable {
    (*handler)(std::move(message));
  });
  return true;
}

// -- consuming

void local_broker::subscribe(const endpoint_ptr& endpoint, subscription subscription,
                             bus::handler deliver) {
  std::lock_guard guard{mutex_};
  if (endpoint->closed) return;
  auto fresh = std::make_shared<consumer>();
  fresh->id = ++last_id_;
  fresh->queue = subscription.queue.empty() ? "ironbus.own." + random_uuid() : subscription.queue;
  fresh->spec = std::move(subscription);
  fresh->deliver = std::move(deliver);
  declare(fresh->queue,
          {.single_active = fresh->spec.single_active, .delivery_limit = options_.delivery_limit});
  for (const auto& key : fresh->spec.bindings)
    router_.bind(fresh->spec.exchange, key, fresh->queue);
  endpoint->consumers.push_back(fresh);
  if (endpoint->state == bus_state::connected) begin(endpoint, fresh);
}

void local_broker::unsubscribe(const endpoint_ptr& endpoint, const std::string& queue) {
  std::lock_guard guard{mutex_};
  for (const auto& x : endpoint->consumers) {
    if (x->spec.queue != queue) continue;
    end(x);
    forget(*x);
  }
  std::erase_if(endpoint->consumers, [&](const auto& x) { return x->spec.queue == queue; });
}

void local_broker::begin(const endpoint_ptr& endpoint, const std::shared_ptr<consumer>& added) {
  auto& entry = *find(added->queue);
  consumers_.emplace(added->id, std::pair{endpoint, added});
  entry.content.add_consumer(added->id, added->spec.prefetch);
  wake(entry);
}

void local_broker::end(const std::shared_ptr<consumer>& ended) {
  if (consumers_.erase(ended->id) == 0) return;
  auto& entry = *find(ended->queue);
  auto dead = entry.content.remove_consumer(ended->id);
  wake(entry);
  bury(dead);
}

void local_broker::forget(const consumer& consumer) {
  if (!consumer.spec.queue.empty()) return;  // Named queues stay, as with RabbitMQ.
  router_.remove_queue(consumer.queue);
  names_.erase(find(consumer.queue)->number);
  queues_.erase(consumer.queue);
}

void local_broker::ack(delivery_tag x) {
  std::lock_guard guard{mutex_};
  settle(x.number, true, false);
}

void local_broker::reject(delivery_tag x, bool requeue) {
  std::lock_guard guard{mutex_};
  settle(x.number, false, requeue);
}

void local_broker::settle(uint64_t tag, bool ack, bool requeue) {
  auto name = names_.find(tag >> tag_bits);
  if (name == names_.end()) return;
  auto& entry = *find(name->second);
  if (ack)
    entry.content.ack(tag);
  else if (auto dead = entry.content.reject(tag, requeue))
    bury({std::move(*dead)});
  wake(entry);
}

void local_broker::bury(const std::vector<delivery>& dead) {
  auto& grave = *find(std::string{routing::dead_letter_queue});
  for (auto x : dead) {
    if (x.queue == grave.content.name()) continue;  // Messages must not circulate.
    x.exchange = routing::dead_letter_exchange;
    x.redelivered = false;
    x.tag = {};
    grave.content.push(std::move(x));
  }
  wake(grave);
}

local_broker::queue_entry& local_broker::declare(const std::string& name,
                                                 local::queue::options options) {
  if (auto* known = find(name)) return *known;
  auto number = ++last_queue_;
  names_.emplace(number, name);
  router_.add_queue(name);
  return queues_.try_emplace(name, queue_entry{local::queue{name, options}, number}).first->second;
}

local_broker::queue_entry* local_broker::find(const std::string& name) {
  auto i = queues_.find(name);
  return i == queues_.end() ? nullptr : &i->second;
}

}  // namespace ironbus
