#include "tests/simulation/doubles/simulated_broker.hpp"

#include "messages/wire/routing.hpp"
#include "tests/simulation/doubles/bus_session.hpp"

#include <algorithm>

namespace ironbus::simulation {

namespace {

/// Lane of the broker's own state changes.
constexpr uint64_t state_lane = 0;

}  // namespace

simulated_broker::simulated_broker(event_loop& loop, random_stream random, options how)
    : loop_{loop}, random_{random}, how_{how} {
  declare_fixed();
}

// -- lifetime -------------------------------------------------------------------------------------

void simulated_broker::crash() {
  if (!up_) return;
  for (const auto& [number, link] : std::map{connections_}) {
    if (!link->is_open()) continue;
    link->take_some(random_);
    if (auto client = link->client().lock()) client->broker_gone(link);
  }
  up_ = false;
  for (const auto& [number, link] : connections_) link->close();
  connections_.clear();
  consumers_.clear();
  std::vector<std::string> own;
  for (auto& [name, queue] : queues_)
    if (queue.how().own) own.push_back(name);
  for (const auto& name : own) remove_queue(name);
  for (auto& [name, queue] : queues_) queue.restart();
}

void simulated_broker::start() { up_ = true; }

void simulated_broker::set_blocked(bool blocked) {
  if (blocked_ == blocked) return;
  blocked_ = blocked;
  for (const auto& [number, link] : std::map{connections_}) {
    link->send_back(state_lane, [blocked](bus_session& client) { client.blocked(blocked); });
    while (!blocked_ && !link->parked.empty()) {
      const auto publish = std::move(link->parked.front());
      link->parked.pop_front();
      publish(*link);
    }
  }
}

simulated_broker::connection_ptr simulated_broker::accept(std::weak_ptr<bus_session> client,
                                                          random_stream random) {
  if (!up_) return nullptr;
  const auto number = ++last_connection_;
  auto link = std::make_shared<broker_connection>(*this, loop_, std::move(client), random, number);
  connections_.emplace(number, link);
  if (blocked_) link->send_back(state_lane, [](bus_session& session) { session.blocked(true); });
  return link;
}

void simulated_broker::close(broker_connection& link) {
  if (!link.is_open()) return;
  const auto self = link.shared_from_this();
  link.close();
  connections_.erase(link.number());
  for (const auto& [id, one] : std::exchange(link.consumers, {})) {
    consumers_.erase(one.number);
    auto* queue = find(one.queue);
    if (!queue) continue;
    queue->remove_consumer(one.number);
    if (queue->how().own) remove_queue(one.queue);
  }
  std::vector<broker_letter> dead;
  std::set<std::string> touched;
  for (const auto& [tag, held] : std::exchange(link.out, {})) {
    auto* queue = find(held.queue);
    if (!queue) continue;
    if (auto died = queue->give_back(held.number, true)) dead.push_back(*std::move(died));
    touched.insert(held.queue);
  }
  bury(dead);
  for (auto& [name, queue] : queues_)
    if (touched.contains(name) || queue.waiting() > 0) pump(queue);
}

// -- consuming ------------------------------------------------------------------------------------

void simulated_broker::consume(broker_connection& link, uint32_t consumer,
                               const subscription& asked) {
  const bool own = asked.queue.empty();
  const auto name = own ? "ironbus.own." + std::to_string(++last_queue_) : asked.queue;
  auto& queue = declare(name, {.own = own,
                               .single_active = asked.single_active,
                               .length_max = own ? how_.own_queue_length_max : 0,
                               .delivery_limit = own ? 0 : how_.delivery_limit});
  for (const auto& key : asked.bindings) bind(asked.exchange, key, name);
  const auto number = ++last_consumer_;
  link.consumers[consumer] = {name, number};
  consumers_[number] = {link.shared_from_this(), consumer};
  queue.add_consumer(number, asked.prefetch);
  pump(queue);
}

void simulated_broker::cancel(broker_connection& link, uint32_t consumer) {
  const auto found = link.consumers.find(consumer);
  if (found == link.consumers.end()) return;
  const auto [name, number] = found->second;
  link.consumers.erase(found);
  consumers_.erase(number);
  auto* queue = find(name);
  if (!queue) return;
  queue->remove_consumer(number);
  if (queue->how().own)
    remove_queue(name);
  else
    pump(*queue);
}

void simulated_broker::ack(broker_connection& link, uint64_t tag) {
  const auto found = link.out.find(tag);
  if (found == link.out.end()) return;
  auto* queue = find(found->second.queue);
  if (queue) queue->ack(found->second.number);
  link.out.erase(found);
  if (queue) pump(*queue);
}

void simulated_broker::reject(broker_connection& link, uint64_t tag, bool requeue) {
  const auto found = link.out.find(tag);
  if (found == link.out.end()) return;
  const auto held = found->second;
  link.out.erase(found);
  auto* queue = find(held.queue);
  if (!queue) return;
  if (auto dead = queue->give_back(held.number, requeue);
      dead && !queue->how().own && held.queue != routing::dead_letter_queue)
    bury({*std::move(dead)});
  pump(*queue);
}

void simulated_broker::pump(broker_queue& queue) {
  while (auto out = queue.next()) hand_out(queue, *std::move(out));
}

void simulated_broker::hand_out(const broker_queue& queue, broker_queue::handout out) {
  const auto& [link, consumer] = consumers_.at(out.receiver);
  uint64_t tag = 0;
  if (out.number != 0) {
    tag = ++link->last_tag;
    link->out[tag] = {queue.name(), out.number};
  }
  link->send_back(out.receiver,
                  [id = consumer, tag, name = queue.name(), letter = std::move(out.what)](
                      bus_session& client) { client.deliver(id, tag, name, letter); });
}

void simulated_broker::bury(const std::vector<broker_letter>& dead) {
  const auto graves = bindings_.find(std::string{routing::dead_letter_exchange});
  if (graves == bindings_.end()) return;
  for (const auto& letter : dead)
    for (const auto& grave : graves->second) {
      auto& queue = *find(grave.queue);
      queue.push({letter.message, letter.reply_to, true});
      pump(queue);
    }
}

}  // namespace ironbus::simulation
