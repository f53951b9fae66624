#include "gateways/amqp/publish_ledger.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ironbus::amqp {

void publish_ledger::sent() {
  unconfirmed_.push_back({std::move(waiting_.front())});
  waiting_.pop_front();
}

bool publish_ledger::returned(const std::string& id, const std::string& exchange,
                              const std::string& key) {
  // Returns arrive in the order of the publishes, so the first match is right even if two messages
  // have the same id.
  for (auto& x : unconfirmed_) {
    const auto& m = x.publish.message;
    if (x.state != fate::open || !m.mandatory) continue;
    if (m.id != id || m.exchange != exchange || m.routing_key != key) continue;
    x.state = fate::returned;
    return true;
  }
  return false;
}

size_t publish_ledger::confirmed(uint64_t number, bool multiple, bool taken) {
  if (number < first_ || number - first_ >= unconfirmed_.size()) return 0;
  size_t last = number - first_;
  size_t concluded = 0;
  for (size_t i = multiple ? 0 : last; i <= last; ++i) concluded += close(unconfirmed_[i], taken);
  while (!unconfirmed_.empty() && unconfirmed_.front().state == fate::concluded) {
    unconfirmed_.pop_front();
    ++first_;
  }
  return concluded;
}

size_t publish_ledger::close(flight& flight, bool taken) {
  if (flight.state == fate::concluded) return 0;
  auto outcome = result<std::monostate>{};
  if (flight.state == fate::returned)
    outcome =
        fail(error_code::not_found, "no queue accepts '" + flight.publish.message.routing_key +
                                        "' of exchange '" + flight.publish.message.exchange + "'");
  else if (!taken)
    outcome = fail(error_code::unavailable, "the broker rejected the message");
  flight.state = fate::concluded;
  finished_(std::move(flight.publish), std::move(outcome));
  return 1;
}

void publish_ledger::disconnected(const std::string& why) {
  auto lost = std::exchange(unconfirmed_, {});
  first_ = 1;
  std::deque<pending_publish> again;
  for (auto& x : lost) {
    if (x.state == fate::concluded) continue;
    if (x.publish.fail_fast)
      finished_(std::move(x.publish), fail(error_code::unavailable, why));
    else
      again.push_back(std::move(x.publish));
  }
  waiting_.insert(waiting_.begin(), std::make_move_iterator(again.begin()),
                  std::make_move_iterator(again.end()));
  fail_impatient(why);
}

void publish_ledger::fail_impatient(const std::string& why) {
  auto patient = [](const pending_publish& x) { return !x.fail_fast; };
  auto first = std::stable_partition(waiting_.begin(), waiting_.end(), patient);
  std::deque<pending_publish> failed(std::make_move_iterator(first),
                                     std::make_move_iterator(waiting_.end()));
  waiting_.erase(first, waiting_.end());
  for (auto& x : failed) finished_(std::move(x), fail(error_code::unavailable, why));
}

void publish_ledger::abandon(const std::string& why) {
  disconnected(why);
  for (auto& x : std::exchange(waiting_, {}))
    finished_(std::move(x), fail(error_code::unavailable, why));
}

}  // namespace ironbus::amqp
