#include "gateways/local/endpoint.hpp"
#include "gateways/local/guarded.hpp"
#include "gateways/local/local_broker.hpp"

namespace ironbus {

// The calling half of the broker: who is called next, and on which thread.

void local_broker::wake(queue_entry& queue_entry) {
  if (queue_entry.in_turn) return;
  queue_entry.in_turn = true;
  turns_.push_back(queue_entry.content.name());
  due_.notify_one();
}

void local_broker::later(const endpoint_ptr& of, std::function<void()> what) {
  calls_.push_back({of, std::move(what)});
  due_.notify_one();
}

std::optional<local_broker::call> local_broker::next_delivery() {
  while (!turns_.empty()) {
    auto name = std::move(turns_.front());
    turns_.pop_front();
    auto* from = find(name);
    if (!from) continue;
    from->in_turn = false;
    auto tag = (from->number << tag_bits) | (++last_tag_ & ((1ULL << tag_bits) - 1));
    auto out = from->content.next(tag);
    if (!out) continue;
    wake(*from);  // behind the other queues
    const auto& [of, to] = consumers_.at(out->to);
    out->what.tag.epoch = of->epoch;
    return call{of,
                [to = to, what = std::move(out->what)]() mutable { to->deliver(std::move(what)); },
                to->spec.prefetch > 0 ? tag : 0};
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
  running_ = next->of;
  caller_ = std::this_thread::get_id();
  lock.unlock();
  bool fine = local::guarded("a handler or callback", next->what);
  next->what = {};  // it may hold the last reference to something of the caller's
  lock.lock();
  if (!fine && next->reject_tag != 0) settle(next->reject_tag, false, false);
  running_.reset();
  caller_ = {};
  made_.notify_all();  // somebody may wait to close
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
