#include "tests/simulation/doubles/broker_queue.hpp"

#include <algorithm>

namespace ironbus::simulation {

std::vector<std::shared_ptr<const outgoing>> broker_queue::content() const {
  std::vector<std::shared_ptr<const outgoing>> found;
  for (const auto& [number, x] : out_) found.push_back(x.what.message);
  for (const auto& letter : returned_) found.push_back(letter.message);
  for (const auto& letter : waiting_) found.push_back(letter.message);
  return found;
}

void broker_queue::push(broker_letter letter) {
  if (how_.is_log) {
    ++logged_;
    return;
  }
  waiting_.push_back(std::move(letter));
  if (how_.length_max > 0 && waiting() > how_.length_max)
    (returned_.empty() ? waiting_ : returned_).pop_front();
}

void broker_queue::add_consumer(consumer_number number, uint16_t prefetch) {
  consumers_.push_back({number, prefetch});
}

void broker_queue::remove_consumer(consumer_number number) {
  std::erase_if(consumers_, [&](const consumer& known) { return known.number == number; });
}

std::optional<broker_queue::consumer_number> broker_queue::active() const {
  if (consumers_.empty()) return std::nullopt;
  return consumers_.front().number;
}

broker_queue::consumer* broker_queue::find(consumer_number number) {
  const auto found = std::find_if(consumers_.begin(), consumers_.end(),
                                  [&](const consumer& known) { return known.number == number; });
  return found == consumers_.end() ? nullptr : &*found;
}

broker_queue::consumer* broker_queue::choose() {
  if (consumers_.empty()) return nullptr;
  if (how_.single_active) return consumers_.front().has_room() ? &consumers_.front() : nullptr;
  for (size_t i = 0; i < consumers_.size(); ++i) {
    std::rotate(consumers_.begin(), consumers_.begin() + 1, consumers_.end());
    if (consumers_.back().has_room()) return &consumers_.back();
  }
  return nullptr;
}

std::optional<broker_queue::handout> broker_queue::next() {
  if (waiting() == 0) return std::nullopt;
  auto* receiver = choose();
  if (!receiver) return std::nullopt;
  auto& source = returned_.empty() ? waiting_ : returned_;
  auto letter = std::move(source.front());
  source.pop_front();
  ++letter.deliveries;
  handout out{receiver->number, 0, letter};
  if (receiver->prefetch == 0) return out;
  ++receiver->out;
  out.number = ++last_number_;
  out_.emplace(out.number, held{std::move(letter), receiver->number});
  return out;
}

void broker_queue::ack(uint64_t number) {
  const auto found = out_.find(number);
  if (found == out_.end()) return;
  if (auto* holder = find(found->second.holder)) --holder->out;
  out_.erase(found);
}

std::optional<broker_letter> broker_queue::give_back(uint64_t number, bool requeue) {
  const auto found = out_.find(number);
  if (found == out_.end()) return std::nullopt;
  auto letter = std::move(found->second.what);
  if (auto* holder = find(found->second.holder)) --holder->out;
  out_.erase(found);
  if (!requeue) return letter;
  if (how_.delivery_limit > 0 && letter.deliveries > how_.delivery_limit) return letter;
  letter.redelivered = true;
  returned_.push_back(std::move(letter));
  return std::nullopt;
}

void broker_queue::restart() {
  consumers_.clear();
  for (auto& [number, x] : out_) {
    x.what.redelivered = true;
    returned_.push_back(std::move(x.what));
  }
  out_.clear();
  const auto is_lost = [](const broker_letter& letter) { return !letter.message->durable; };
  std::erase_if(returned_, is_lost);
  std::erase_if(waiting_, is_lost);
}

}  // namespace ironbus::simulation
