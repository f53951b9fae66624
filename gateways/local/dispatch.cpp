#include "gateways/local/endpoint.hpp"
#include "gateways/local/guarded.hpp"
#include "gateways/local/local_broker.hpp"

namespace ironbus {

// The calling half of the broker: chooses the next callback and makes the calls.

void local_broker::wake(queue_entry& queue_entry) {
  if (queue_entry.in_turn) return;
  queue_entry.in_turn = true;
  turns_.push_back(queue_entry.content.name());
  due_.notify_one();
}

void local_broker::later(const endpoint_ptr& endpoint, std::function<void()> what) {
  calls_.push_back({endpoint, std::move(what)});
  due_.notify_one();
}

std::optional<local_broker::call> local_broker::next_delivery() {
  while (!turns_.empty()) {
    auto name = std::move(turns_.front());
    turns_.pop_front();
    auto* entry = find(name);
    if (!entry) continue;
    entry->in_turn = false;
    auto tag = (entry->number << tag_bits) | (++last_tag_ & ((1ULL << tag_bits) - 1));
    auto out = entry->content.next(tag);
    if (!out) continue;
    wake(*entry);  // After the other queues.
    const auto& [endpoint, consumer] = consumers_.at(out->receiver);
    out->what.tag.epoch = endpoint->epoch;
    return call{endpoint,
                [consumer = consumer, what = std::move(out->what)]() mutable {
                  consumer->deliver(std::move(what));
                },
                consumer->spec.prefetch > 0 ? tag : 0};
  }
  return std::nullopt;
}

std::optional<local_broker::call> local_broker::next_call() {
  calls_first_ = !calls_first_;
  if (!calls_first_)
    if (auto out = next_delivery()) return out;
  if (calls_.empty()) return next_delivery();
  auto out = std::move(calls_.front());
  calls_.pop_front();
  return out;
}

bool local_broker::make_call(std::unique_lock<std::mutex>& lock) {
  auto next = next_call();
  if (!next) return false;
  running_ = next->endpoint;
  caller_ = std::this_thread::get_id();
  lock.unlock();
  bool fine = local::guarded("a handler or callback", next->what);
  next->what = {};  // It may hold the last reference to an object of the caller.
  lock.lock();
  if (!fine && next->reject_tag != 0) settle(next->reject_tag, false, false);
  running_.reset();
  caller_ = {};
  made_.notify_all();  // Another thread may be waiting in close().
  return true;
}

void local_broker::run_thread() {
  std::unique_lock lock{mutex_};
  while (!stopping_)
    if (!make_call(lock))
      due_.wait(lock, [this] { return stopping_ || !calls_.empty() || !turns_.empty(); });
}

size_t local_broker::run(size_t calls_max) {
  std::unique_lock lock{mutex_};
  size_t made = 0;
  while (made < calls_max && make_call(lock)) ++made;
  return made;
}

}  // namespace ironbus
