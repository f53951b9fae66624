#include "ops/ironbusd/roles/store_gate.hpp"

namespace ironbus::daemon {

void store_gate::close(std::chrono::milliseconds limit) {
  std::unique_lock lock{mutex_};
  closed_ = true;
  idle_.wait_for(lock, limit, [this] { return under_way_ == 0; });
}

store_gate::pass store_gate::enter() {
  std::lock_guard guard{mutex_};
  if (closed_) return {};
  ++under_way_;
  return {this, [](store_gate* x) { x->leave(); }};
}

void store_gate::leave() {
  std::lock_guard guard{mutex_};
  if (--under_way_ == 0 && closed_) idle_.notify_all();
}

void store_gate::apply(commit x, callback<uint64_t> done) {
  if (auto in = enter()) inner_.apply(std::move(x), guarded(std::move(in), std::move(done)));
}

void store_gate::mark_published(std::string aggregate, std::string id, uint64_t version) {
  if (auto in = enter()) inner_.mark_published(std::move(aggregate), std::move(id), version);
}

void store_gate::load(std::string aggregate, std::string id, callback<stored> done) {
  if (auto in = enter())
    inner_.load(std::move(aggregate), std::move(id), guarded(std::move(in), std::move(done)));
}

void store_gate::load_many(std::string aggregate, std::vector<std::string> ids,
                           callback<std::vector<stored>> done) {
  if (auto in = enter())
    inner_.load_many(std::move(aggregate), std::move(ids), guarded(std::move(in), std::move(done)));
}

void store_gate::resolve(unique_key key, callback<std::string> done) {
  if (auto in = enter()) inner_.resolve(std::move(key), guarded(std::move(in), std::move(done)));
}

void store_gate::list(query x, callback<std::vector<listed>> done) {
  if (auto in = enter()) inner_.list(std::move(x), guarded(std::move(in), std::move(done)));
}

void store_gate::count(std::string collection, std::string column, std::vector<std::string> values,
                       callback<std::vector<uint64_t>> done) {
  if (auto in = enter())
    inner_.count(std::move(collection), std::move(column), std::move(values),
                 guarded(std::move(in), std::move(done)));
}

void store_gate::acquire_shard(uint32_t shard, callback<uint64_t> done) {
  if (auto in = enter()) inner_.acquire_shard(shard, guarded(std::move(in), std::move(done)));
}

void store_gate::attention_of(std::string aggregate, uint32_t shard,
                              callback<std::vector<attention>> done) {
  if (auto in = enter())
    inner_.attention_of(std::move(aggregate), shard, guarded(std::move(in), std::move(done)));
}

void store_gate::announce(member x, std::chrono::milliseconds ttl, callback<std::monostate> done) {
  if (auto in = enter())
    inner_.announce(std::move(x), ttl, guarded(std::move(in), std::move(done)));
}

void store_gate::withdraw(std::string name, std::string incarnation) {
  if (auto in = enter()) inner_.withdraw(std::move(name), std::move(incarnation));
}

void store_gate::members(callback<std::vector<member>> done) {
  if (auto in = enter()) inner_.members(guarded(std::move(in), std::move(done)));
}

void store_gate::claim_step(std::string key, std::string owner, callback<step_claim> done) {
  if (auto in = enter())
    inner_.claim_step(std::move(key), std::move(owner), guarded(std::move(in), std::move(done)));
}

void store_gate::read_claim(std::string key, callback<step_claim> done) {
  if (auto in = enter()) inner_.read_claim(std::move(key), guarded(std::move(in), std::move(done)));
}

void store_gate::take_over_step(std::string key, std::string from, std::string owner,
                                callback<step_claim> done) {
  if (auto in = enter())
    inner_.take_over_step(std::move(key), std::move(from), std::move(owner),
                          guarded(std::move(in), std::move(done)));
}

void store_gate::finish_step(std::string key, std::string owner, std::string outcome,
                             callback<std::monostate> done) {
  if (auto in = enter())
    inner_.finish_step(std::move(key), std::move(owner), std::move(outcome),
                       guarded(std::move(in), std::move(done)));
}

void store_gate::ping(callback<std::monostate> done) {
  if (auto in = enter()) inner_.ping(guarded(std::move(in), std::move(done)));
}

std::string store_gate::durability() const { return inner_.durability(); }

}  // namespace ironbus::daemon
