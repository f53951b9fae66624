#include "tests/simulation/doubles/live_store.hpp"

namespace ironbus::simulation {

using hold = live_loop::hold;

live_store::live_store(uint64_t seed) {
  const hold guard{loop_};
  random_stream random{seed};
  server_ = std::make_unique<simulated_store>(loop_.events(), random_stream{random.next()});
  server_->set_delay(std::chrono::microseconds{1}, std::chrono::microseconds{20});
  link_ = std::make_unique<store_link>("a test", *server_, loop_.events(),
                                       random_stream{random.next()});
}

live_store::~live_store() { loop_.stop(); }

void live_store::apply(commit x, commit_callback done) {
  const hold guard{loop_};
  link_->apply(std::move(x), std::move(done));
}

void live_store::mark_published(std::string aggregate, std::string id, uint64_t version) {
  const hold guard{loop_};
  link_->mark_published(std::move(aggregate), std::move(id), version);
}

void live_store::acquire_shard(uint32_t shard, callback<uint64_t> done) {
  const hold guard{loop_};
  link_->acquire_shard(shard, std::move(done));
}

void live_store::attention_of(std::string aggregate, uint32_t shard,
                              callback<std::vector<attention>> done) {
  const hold guard{loop_};
  link_->attention_of(std::move(aggregate), shard, std::move(done));
}

void live_store::load(std::string aggregate, std::string id, callback<stored> done) {
  const hold guard{loop_};
  link_->load(std::move(aggregate), std::move(id), std::move(done));
}

void live_store::resolve(unique_key key, callback<std::string> done) {
  const hold guard{loop_};
  link_->resolve(std::move(key), std::move(done));
}

void live_store::list(query x, callback<std::vector<listed>> done) {
  const hold guard{loop_};
  link_->list(std::move(x), std::move(done));
}

void live_store::count(std::string collection, std::string column, std::vector<std::string> values,
                       callback<std::vector<uint64_t>> done) {
  const hold guard{loop_};
  link_->count(std::move(collection), std::move(column), std::move(values), std::move(done));
}

void live_store::announce(member x, std::chrono::milliseconds ttl, callback<std::monostate> done) {
  const hold guard{loop_};
  link_->announce(std::move(x), ttl, std::move(done));
}

void live_store::withdraw(std::string name, std::string incarnation) {
  const hold guard{loop_};
  link_->withdraw(std::move(name), std::move(incarnation));
}

void live_store::members(callback<std::vector<member>> done) {
  const hold guard{loop_};
  link_->members(std::move(done));
}

void live_store::claim_step(std::string key, std::string owner, claim_purpose purpose,
                            callback<step_claim> done) {
  const hold guard{loop_};
  link_->claim_step(std::move(key), std::move(owner), purpose, std::move(done));
}

void live_store::read_claim(std::string key, callback<step_claim> done) {
  const hold guard{loop_};
  link_->read_claim(std::move(key), std::move(done));
}

void live_store::take_over_step(std::string key, std::string dead_owner, std::string owner,
                                callback<step_claim> done) {
  const hold guard{loop_};
  link_->take_over_step(std::move(key), std::move(dead_owner), std::move(owner), std::move(done));
}

void live_store::finish_step(std::string key, std::string owner, std::string outcome,
                             callback<std::monostate> done) {
  const hold guard{loop_};
  link_->finish_step(std::move(key), std::move(owner), std::move(outcome), std::move(done));
}

void live_store::ping(callback<std::monostate> done) {
  const hold guard{loop_};
  link_->ping(std::move(done));
}

void live_store::on_restart(std::function<void(const store_restart&)> listen) {
  const hold guard{loop_};
  link_->on_restart(std::move(listen));
}

void live_store::try_write(callback<std::monostate> done) {
  const hold guard{loop_};
  link_->try_write(std::move(done));
}

std::string live_store::durability() const { return link_->durability(); }

}  // namespace ironbus::simulation
