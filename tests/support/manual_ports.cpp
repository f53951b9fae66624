#include "tests/support/manual_ports.hpp"

#include <utility>

namespace ironbus::test {

namespace {

failure away() { return {error_code::unavailable, "the store is down"}; }

[[noreturn]] void unexpected_call() {
  throw std::logic_error{"the executor must not make this call"};
}

}  // namespace

// -- manual_bus -----------------------------------------------------------------------------------

void manual_bus::publish(outgoing message, publish_callback done, bool) {
  std::unique_lock lock{mutex_};
  if (publish_failures > 0) {
    --publish_failures;
    lock.unlock();
    return done(fail(error_code::not_found, "no queue takes it"));
  }
  published_.push_back(std::move(message));
  if (!done) return;
  if (!confirms) return unconfirmed_.push_back(std::move(done));
  lock.unlock();
  done(std::monostate{});
}

void manual_bus::confirm_all() {
  std::unique_lock lock{mutex_};
  auto waiting = std::exchange(unconfirmed_, {});
  lock.unlock();
  for (auto& done : waiting) done(std::monostate{});
}

void manual_bus::subscribe(subscription subscription, handler deliver) {
  std::lock_guard guard{mutex_};
  consumers_[subscription.queue] = std::move(deliver);
  subscriptions_.push_back(std::move(subscription));
}

void manual_bus::unsubscribe(const std::string& queue) {
  std::lock_guard guard{mutex_};
  consumers_.erase(queue);
}

void manual_bus::ack(delivery_tag x) {
  std::lock_guard guard{mutex_};
  acked_.push_back(x.number);
  more_acked_.notify_all();
}

bool manual_bus::await_acked(size_t count) {
  std::unique_lock hold{mutex_};
  return more_acked_.wait_for(hold, std::chrono::seconds{10},
                              [&] { return acked_.size() >= count; });
}

void manual_bus::reject(delivery_tag x, bool requeue) {
  std::lock_guard guard{mutex_};
  (requeue ? requeued_ : dead_lettered_).push_back(x.number);
}

uint64_t manual_bus::deliver(const std::string& queue, std::string body) {
  std::unique_lock lock{mutex_};
  delivery x;
  x.queue = queue;
  x.body = std::move(body);
  x.tag.number = ++tags_;
  const auto number = x.tag.number;
  auto consumer = consumers_.at(queue);
  lock.unlock();
  consumer(std::move(x));
  return number;
}

std::vector<outgoing> manual_bus::published() const {
  std::lock_guard guard{mutex_};
  return published_;
}

std::vector<uint64_t> manual_bus::acked() const {
  std::lock_guard guard{mutex_};
  return acked_;
}

std::vector<uint64_t> manual_bus::dead_lettered() const {
  std::lock_guard guard{mutex_};
  return dead_lettered_;
}

std::vector<uint64_t> manual_bus::requeued() const {
  std::lock_guard guard{mutex_};
  return requeued_;
}

std::vector<subscription> manual_bus::subscriptions() const {
  std::lock_guard guard{mutex_};
  return subscriptions_;
}

// -- claim_store ----------------------------------------------------------------------------------

void claim_store::announce(member, std::chrono::milliseconds, callback<std::monostate>) {
  unexpected_call();
}
void claim_store::withdraw(std::string, std::string) { unexpected_call(); }

bool claim_store::refuse() const {
  ++calls_;
  return down_;
}

void claim_store::members(callback<std::vector<member>> done) {
  std::unique_lock lock{mutex_};
  if (refuse()) return lock.unlock(), done(tl::unexpected(away()));
  auto found = alive_;
  lock.unlock();
  done(std::move(found));
}

void claim_store::claim_step(std::string key, std::string owner, claim_purpose purpose,
                             callback<step_claim> done) {
  std::unique_lock lock{mutex_};
  if (refuse() || (resting_ && purpose == claim_purpose::begin))
    return lock.unlock(), done(tl::unexpected(away()));
  const auto [place, made] = claims_.try_emplace(key, step_claim{owner, ""});
  auto found = place->second;
  found.found = !made;
  if (made) found.former_epochs = former_epochs_;
  lock.unlock();
  done(std::move(found));
}

void claim_store::read_claim(std::string key, callback<step_claim> done) {
  std::unique_lock lock{mutex_};
  const auto found = claims_.find(key);
  const auto claim = found != claims_.end()
                         ? result<step_claim>{found->second}
                         : fail(error_code::not_found, "Step claim not found: " + key);
  lock.unlock();
  done(claim);
}

void claim_store::take_over_step(std::string key, std::string source, std::string owner,
                                 callback<step_claim> done) {
  std::unique_lock lock{mutex_};
  if (refuse()) return lock.unlock(), done(tl::unexpected(away()));
  auto& claim = claims_[key];
  if (claim.owner == source && claim.outcome.empty()) claim.owner = owner;
  auto found = claim;
  lock.unlock();
  done(std::move(found));
}

void claim_store::finish_step(std::string key, std::string owner, std::string outcome,
                              callback<std::monostate> done) {
  std::unique_lock lock{mutex_};
  if (refuse()) return lock.unlock(), done(tl::unexpected(away()));
  auto& claim = claims_[key];
  const bool holds = claim.owner == owner && (claim.outcome.empty() || claim.outcome == outcome);
  if (holds) claim.outcome = outcome;
  lock.unlock();
  if (!holds) return done(fail(error_code::conflict, "the claim is another's"));
  done(std::monostate{});
}

void claim_store::set(const std::string& key, step_claim x) {
  std::lock_guard guard{mutex_};
  claims_[key] = std::move(x);
}

step_claim claim_store::moment(const std::string& key) const {
  std::lock_guard guard{mutex_};
  auto found = claims_.find(key);
  return found == claims_.end() ? step_claim{} : found->second;
}

void claim_store::set_alive(std::vector<member> x) {
  std::lock_guard guard{mutex_};
  alive_ = std::move(x);
}

void claim_store::set_down(bool down) {
  std::lock_guard guard{mutex_};
  down_ = down;
}

void claim_store::set_resting(bool resting) {
  std::lock_guard guard{mutex_};
  resting_ = resting;
}

void claim_store::set_former_epochs(uint64_t epochs) {
  std::lock_guard guard{mutex_};
  former_epochs_ = epochs;
}

void claim_store::forget_claims() {
  std::lock_guard guard{mutex_};
  claims_.clear();
}

size_t claim_store::calls() const {
  std::lock_guard guard{mutex_};
  return calls_;
}

}  // namespace ironbus::test
