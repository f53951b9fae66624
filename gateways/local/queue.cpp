#include "gateways/local/queue.hpp"

#include <algorithm>

namespace ironbus::local {

void queue::push(delivery delivery, receipt held) {
  delivery.queue = name_;
  waiting_.emplace_hint(waiting_.end(), ++last_position_,
                        letter{std::move(delivery), std::move(held)});
  if (options_.length_max > 0 && waiting_.size() > options_.length_max)
    waiting_.erase(waiting_.begin());
}

void queue::add_consumer(consumer_id x, uint16_t prefetch) { consumers_.push_back({x, prefetch}); }

std::vector<delivery> queue::remove_consumer(consumer_id consumer_id) {
  std::erase_if(consumers_, [&](const consumer& y) { return y.id == consumer_id; });
  std::vector<delivery> dead;
  for (auto i = out_.begin(); i != out_.end();) {
    if (i->second.holder != consumer_id) {
      ++i;
      continue;
    }
    if (auto died = put_back(std::move(i->second))) dead.push_back(std::move(*died));
    i = out_.erase(i);
  }
  return dead;
}

queue::consumer* queue::find(consumer_id consumer_id) {
  auto i = std::find_if(consumers_.begin(), consumers_.end(),
                        [&](const consumer& y) { return y.id == consumer_id; });
  return i == consumers_.end() ? nullptr : &*i;
}

queue::consumer* queue::choose() {
  if (consumers_.empty()) return nullptr;
  if (options_.single_active) return consumers_.front().has_room() ? &consumers_.front() : nullptr;
  for (size_t i = 0; i < consumers_.size(); ++i) {
    consumers_.push_back(consumers_.front());
    consumers_.pop_front();
    if (consumers_.back().has_room()) return &consumers_.back();
  }
  return nullptr;
}

std::optional<queue::handout> queue::next(uint64_t tag) {
  if (waiting_.empty()) return std::nullopt;
  auto* receiver = choose();
  if (!receiver) return std::nullopt;
  auto first = waiting_.begin();
  auto x = std::move(first->second);
  auto position = first->first;
  waiting_.erase(first);
  ++x.deliveries;
  if (receiver->prefetch == 0) return handout{receiver->id, std::move(x.content)};
  ++receiver->out;
  x.content.tag.number = tag;
  handout out{receiver->id, x.content};
  out_.emplace(tag, held{std::move(x), position, receiver->id});
  return out;
}

void queue::release(const held& x) {
  if (auto* holder = find(x.holder)) --holder->out;
}

bool queue::ack(uint64_t tag) {
  auto i = out_.find(tag);
  if (i == out_.end()) return false;
  release(i->second);
  out_.erase(i);
  return true;
}

std::optional<delivery> queue::reject(uint64_t tag, bool requeue) {
  auto i = out_.find(tag);
  if (i == out_.end()) return std::nullopt;
  auto x = std::move(i->second);
  out_.erase(i);
  release(x);
  if (!requeue) return std::move(x.what.content);
  return put_back(std::move(x));
}

std::optional<delivery> queue::put_back(held held) {
  if (held.what.deliveries > options_.delivery_limit) return std::move(held.what.content);
  held.what.content.redelivered = true;
  held.what.content.tag = {};
  waiting_.emplace(held.position, std::move(held.what));
  return std::nullopt;
}

}  // namespace ironbus::local
