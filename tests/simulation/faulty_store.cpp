#include "tests/simulation/faulty_store.hpp"

namespace ironbus::test {

sentences faulty_store::violations() const {
  std::lock_guard guard(mutex_);
  return violations_;
}

void faulty_store::judge(const commit& commit) {
  if (commit.aggregate != "node" || commit.erase) return;
  const auto node = decode_snapshot(commit.snapshot).value();
  std::lock_guard guard(mutex_);
  for (auto& text : check_wait(node)) violations_.push_back(std::move(text));
  for (auto& text : check_extent(node)) violations_.push_back(std::move(text));
}

void faulty_store::on_commit(std::function<void(int)> listen) {
  std::lock_guard guard(mutex_);
  commits_ = 0;
  listener_ = std::move(listen);
}

auto faulty_store::counted(callback<uint64_t> done) -> callback<uint64_t> {
  return [this, done = std::move(done)](const result<uint64_t>& version) {
    std::unique_lock guard(mutex_);
    const auto listener = listener_;
    const int made = version ? ++commits_ : commits_;
    guard.unlock();
    if (version && listener) listener(made);
    done(version);
  };
}

void faulty_store::apply(commit commit, callback<uint64_t> done) {
  judge(commit);
  if (refuse(done)) return;
  if (answers_to_lose.fetch_sub(1) > 0) {
    return real_.apply(std::move(commit), [done = std::move(done)](const result<uint64_t>&) {
      done(fail(error_code::unavailable, "the connection broke"));
    });
  }
  answers_to_lose = 0;
  real_.apply(std::move(commit), counted(std::move(done)));
}

void faulty_store::mark_published(std::string aggregate, std::string id, uint64_t version) {
  if (!down) real_.mark_published(std::move(aggregate), std::move(id), version);
}

void faulty_store::load(std::string aggregate, std::string id, callback<stored> done) {
  if (!refuse(done)) real_.load(std::move(aggregate), std::move(id), std::move(done));
}

void faulty_store::load_many(std::string aggregate, std::vector<std::string> ids,
                             callback<std::vector<stored>> done) {
  if (!refuse(done)) real_.load_many(std::move(aggregate), std::move(ids), std::move(done));
}

void faulty_store::resolve(unique_key key, callback<std::string> done) {
  if (!refuse(done)) real_.resolve(std::move(key), std::move(done));
}

void faulty_store::list(query x, callback<std::vector<listed>> done) {
  if (!refuse(done)) real_.list(std::move(x), std::move(done));
}

void faulty_store::count(std::string collection, std::string column,
                         std::vector<std::string> values, callback<std::vector<uint64_t>> done) {
  if (!refuse(done))
    real_.count(std::move(collection), std::move(column), std::move(values), std::move(done));
}

void faulty_store::acquire_shard(uint32_t shard, callback<uint64_t> done) {
  if (!refuse(done)) real_.acquire_shard(shard, std::move(done));
}

void faulty_store::attention_of(std::string aggregate, uint32_t shard,
                                callback<std::vector<attention>> done) {
  if (!refuse(done)) real_.attention_of(std::move(aggregate), shard, std::move(done));
}

void faulty_store::announce(member x, std::chrono::milliseconds ttl,
                            callback<std::monostate> done) {
  if (!refuse(done)) real_.announce(std::move(x), ttl, std::move(done));
}

void faulty_store::withdraw(std::string name, std::string incarnation) {
  if (!down) real_.withdraw(std::move(name), std::move(incarnation));
}

void faulty_store::members(callback<std::vector<member>> done) {
  if (!refuse(done)) real_.members(std::move(done));
}

void faulty_store::claim_step(std::string key, std::string owner, callback<step_claim> done) {
  if (!refuse(done)) real_.claim_step(std::move(key), std::move(owner), std::move(done));
}

void faulty_store::read_claim(std::string key, callback<step_claim> done) {
  if (!refuse(done)) real_.read_claim(std::move(key), std::move(done));
}

void faulty_store::take_over_step(std::string key, std::string from, std::string owner,
                                  callback<step_claim> done) {
  if (!refuse(done))
    real_.take_over_step(std::move(key), std::move(from), std::move(owner), std::move(done));
}

void faulty_store::finish_step(std::string key, std::string owner, std::string outcome,
                               callback<std::monostate> done) {
  if (!refuse(done))
    real_.finish_step(std::move(key), std::move(owner), std::move(outcome), std::move(done));
}

void faulty_store::ping(callback<std::monostate> done) {
  if (!refuse(done)) real_.ping(std::move(done));
}

}  // namespace ironbus::test
