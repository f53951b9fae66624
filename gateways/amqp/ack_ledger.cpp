#include "gateways/amqp/ack_ledger.hpp"

#include <algorithm>

namespace ironbus::amqp {

void ack_ledger::delivered(uint64_t tag, uint32_t consumer, uint16_t prefetch) {
  entries_.push_back({tag, consumer, mark::open});
  // A quarter, so that the broker has the rest to send while the ack is on its way.
  shares_[consumer].unsent_max = std::max<size_t>(1, prefetch / 4);
}

ack_ledger::entry* ack_ledger::find(uint64_t tag) {
  auto i = std::lower_bound(entries_.begin(), entries_.end(), tag,
                            [](const entry& x, uint64_t t) { return x.tag < t; });
  return i != entries_.end() && i->tag == tag ? &*i : nullptr;
}

bool ack_ledger::acked(uint64_t tag, time_point now) {
  auto* x = find(tag);
  if (!x || x->state != mark::open) return false;
  x->state = mark::acked;
  if (unsent_++ == 0) oldest_unsent_ = now;
  auto& mine = shares_[x->consumer];
  if (++mine.unsent == mine.unsent_max) ++pressed_;
  return true;
}

bool ack_ledger::dropped(uint64_t tag) {
  auto* x = find(tag);
  if (!x || x->state != mark::open) return false;
  x->state = mark::gone;
  return true;
}

std::vector<uint64_t> ack_ledger::take_back(uint32_t consumer) {
  std::vector<uint64_t> out;
  for (auto& x : entries_) {
    if (x.consumer != consumer || x.state != mark::open) continue;
    x.state = mark::gone;
    out.push_back(x.tag);
  }
  return out;
}

std::optional<ack_ledger::time_point> ack_ledger::due() const {
  if (unsent_ == 0) return std::nullopt;
  if (pressed_ > 0 || unsent_ > limits_.held_max) return oldest_unsent_;
  bool gap = entries_.front().state == mark::open;
  return oldest_unsent_ + (gap ? limits_.hold_max : limits_.window);
}

ack_ledger::plan ack_ledger::take(time_point now, bool all) {
  plan out;
  take_prefix(out);
  if (unsent_ > 0 && (all || gap_too_wide(now))) take_held(out);
  return out;
}

bool ack_ledger::gap_too_wide(time_point now) const {
  return pressed_ > 0 || unsent_ > limits_.held_max || now >= oldest_unsent_ + limits_.hold_max;
}

void ack_ledger::take_prefix(plan& out) {
  // The named tag must still be unsettled at the broker, so it cannot be a `gone` one.
  while (!entries_.empty() && entries_.front().state != mark::open) {
    const auto& x = entries_.front();
    if (x.state == mark::acked) {
      out.up_to = x.tag;
      ++out.count;
      sent(x);
    }
    entries_.pop_front();
  }
}

void ack_ledger::take_held(plan& out) {
  for (auto& x : entries_) {
    if (x.state != mark::acked) continue;
    out.singles.push_back(x.tag);
    ++out.count;
    sent(x);
    x.state = mark::gone;
  }
}

void ack_ledger::sent(const entry& entry) {
  --unsent_;
  auto& mine = shares_[entry.consumer];
  if (mine.unsent-- == mine.unsent_max) --pressed_;
}

void ack_ledger::clear() {
  entries_.clear();
  shares_.clear();
  unsent_ = 0;
  pressed_ = 0;
}

}  // namespace ironbus::amqp
