#include "messages/wire/routing.hpp"
#include "tests/simulation/doubles/bus_session.hpp"
#include "tests/simulation/doubles/simulated_broker.hpp"
#include "tests/simulation/doubles/topic_pattern.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace ironbus::simulation {

namespace {

enum class exchange_kind : uint8_t { direct, topic, fanout };

struct exchange_row {
  std::string_view name;
  exchange_kind kind;
};

constexpr std::array exchanges{
    exchange_row{routing::node_exchange, exchange_kind::direct},
    exchange_row{routing::step_exchange, exchange_kind::topic},
    exchange_row{routing::event_exchange, exchange_kind::topic},
    exchange_row{routing::dead_letter_exchange, exchange_kind::fanout},
};

const exchange_row* find_exchange(std::string_view name) {
  const auto found = std::find_if(exchanges.begin(), exchanges.end(),
                                  [&](const exchange_row& row) { return row.name == name; });
  return found == exchanges.end() ? nullptr : &*found;
}

bool leads_on(exchange_kind kind, const std::string& pattern, const std::string& key) {
  switch (kind) {
    case exchange_kind::direct: return pattern == key;
    case exchange_kind::topic: return topic_matches(pattern, key);
    case exchange_kind::fanout: return true;
  }
  return false;
}

/// Lanes of confirms; consumers' lanes have lower numbers.
constexpr uint64_t confirm_lanes = 1ULL << 62;
constexpr uint64_t reply_lane = confirm_lanes - 1;

std::string reply_token(uint64_t connection) {
  return std::string{direct_reply_to} + "." + std::to_string(connection);
}

}  // namespace

bool simulated_broker::is_known_exchange(std::string_view name) {
  return name.empty() || find_exchange(name) != nullptr;
}

// -- queues ---------------------------------------------------------------------------------------

void simulated_broker::declare_fixed() {
  const std::string dead{routing::dead_letter_queue};
  declare(dead, {.length_max = how_.dead_letters_max, .delivery_limit = 0});
  bind(std::string{routing::dead_letter_exchange}, "", dead);
  const std::string log{routing::event_log_queue};
  declare(log, {.is_log = true});
  bind(std::string{routing::event_exchange}, "#", log);
}

broker_queue& simulated_broker::declare(const std::string& name, broker_queue::options how) {
  const auto found = queues_.find(name);
  if (found != queues_.end()) return found->second;  // it is not redeclared
  return queues_.try_emplace(name, broker_queue{name, ++last_queue_, how}).first->second;
}

void simulated_broker::bind(const std::string& exchange, const std::string& pattern,
                            const std::string& queue) {
  if (exchange.empty()) return;
  auto& list = bindings_[exchange];
  binding fresh{pattern, queue};
  if (std::find(list.begin(), list.end(), fresh) == list.end()) list.push_back(std::move(fresh));
}

void simulated_broker::remove_queue(const std::string& name) {
  queues_.erase(name);
  for (auto& [exchange, list] : bindings_)
    std::erase_if(list, [&](const binding& known) { return known.queue == name; });
}

broker_queue* simulated_broker::find(const std::string& name) {
  const auto found = queues_.find(name);
  return found == queues_.end() ? nullptr : &found->second;
}

const broker_queue* simulated_broker::find(const std::string& name) const {
  const auto found = queues_.find(name);
  return found == queues_.end() ? nullptr : &found->second;
}

// -- publishing -----------------------------------------------------------------------------------

void simulated_broker::take(broker_connection& link, const message_ptr& message, uint64_t number) {
  if (blocked_ || !link.parked.empty())
    link.parked.emplace_back(
        [this, message, number](broker_connection& given) { publish(given, message, number); });
  else
    publish(link, message, number);
}

void simulated_broker::publish(broker_connection& link, const message_ptr& message,
                               uint64_t number) {
  const bool repeats = draws(repeat_one_in_);
  const bool refuses = draws(refuse_one_in_);
  // A rejected message may be in a queue nevertheless.
  auto confirm_lane = refuses && draws(2) ? std::nullopt : put(link, message);
  if (repeats) confirm_lane = put(link, message);
  if (draws(lose_one_in_)) {
    const auto client = link.client().lock();
    const auto held = link.shared_from_this();
    close(link);
    if (client) client->broker_gone(held);
    return;
  }
  const auto fate = refuses                               ? publish_fate::refused
                    : !confirm_lane && message->mandatory ? publish_fate::returned
                                                          : publish_fate::taken;
  link.send_back(confirm_lane.value_or(confirm_lanes),
                 [number, fate](bus_session& client) { client.confirmed(number, fate); });
}

std::optional<uint64_t> simulated_broker::put(broker_connection& link, const message_ptr& message) {
  if (taken_) taken_(*message);
  if (route_reply(*message)) return reply_lane;
  broker_letter letter{message, message->reply_to};
  // The name of the pseudo-queue is local; other connections need an address of this connection.
  if (letter.reply_to == direct_reply_to) letter.reply_to = reply_token(link.number());
  const auto targets = route(*message);
  for (auto* queue : targets) {
    queue->push(letter);
    pump(*queue);
  }
  if (targets.empty()) return std::nullopt;
  return confirm_lanes + targets.front()->number();
}

std::vector<broker_queue*> simulated_broker::route(const outgoing& message) {
  std::vector<broker_queue*> found;
  if (message.exchange.empty()) {
    if (auto* queue = find(message.routing_key)) found.push_back(queue);
    return found;
  }
  const auto kind = find_exchange(message.exchange)->kind;
  for (const auto& known : bindings_[message.exchange]) {
    if (!leads_on(kind, known.pattern, message.routing_key)) continue;
    auto* queue = find(known.queue);
    if (std::find(found.begin(), found.end(), queue) == found.end()) found.push_back(queue);
  }
  return found;
}

bool simulated_broker::route_reply(const outgoing& message) {
  const auto prefix = std::string{direct_reply_to} + ".";
  if (!message.exchange.empty() || !message.routing_key.starts_with(prefix)) return false;
  uint64_t number = 0;
  const auto* end = message.routing_key.data() + message.routing_key.size();
  std::from_chars(message.routing_key.data() + prefix.size(), end, number);
  const auto found = connections_.find(number);
  if (found == connections_.end()) return false;
  found->second->send_back(reply_lane, [message](bus_session& client) { client.reply(message); });
  return true;
}

// -- inspection -----------------------------------------------------------------------------------

size_t simulated_broker::depth(const std::string& queue) const {
  const auto* found = find(queue);
  return found ? found->depth() : 0;
}

size_t simulated_broker::waiting(const std::string& queue) const {
  const auto* found = find(queue);
  return found ? found->waiting() : 0;
}

std::vector<simulated_broker::message_ptr> simulated_broker::content(
    const std::string& queue) const {
  const auto* found = find(queue);
  return found ? found->content() : std::vector<message_ptr>{};
}

std::vector<simulated_broker::message_ptr> simulated_broker::dead_letters() const {
  return content(std::string{routing::dead_letter_queue});
}

std::vector<std::string> simulated_broker::queues() const {
  std::vector<std::string> found;
  for (const auto& [name, queue] : queues_) found.push_back(name);
  return found;
}

}  // namespace ironbus::simulation
