#pragma once

#include "messages/ports/store.hpp"
#include "tests/support/invariants.hpp"

#include <atomic>
#include <functional>
#include <mutex>

namespace ironbus::test {

/// A store that can go away: it passes everything on to a real one until told otherwise. It judges
/// every node that it is to store.
class faulty_store final : public store {
public:
  explicit faulty_store(store& real) : real_(real) {}

  /// Nothing is reached any more; every call fails with `unavailable`.
  std::atomic<bool> down{false};
  /// So many commits are applied, but their answer gets lost.
  std::atomic<int> answers_to_lose{0};
  /// Called with the number of commits that have been applied, before anybody hears of the last.
  void on_commit(std::function<void(int)> listen);

  /// What did not hold of the nodes that were to be stored.
  sentences violations() const;

  void apply(commit x, callback<uint64_t> done) override;
  void mark_published(std::string aggregate, std::string id, uint64_t version) override;
  void load(std::string aggregate, std::string id, callback<stored> done) override;
  void load_many(std::string aggregate, std::vector<std::string> ids,
                 callback<std::vector<stored>> done) override;
  void resolve(unique_key key, callback<std::string> done) override;
  void list(query x, callback<std::vector<listed>> done) override;
  void count(std::string collection, std::string column, std::vector<std::string> values,
             callback<std::vector<uint64_t>> done) override;
  void acquire_shard(uint32_t shard, callback<uint64_t> done) override;
  void attention_of(std::string aggregate, uint32_t shard,
                    callback<std::vector<attention>> done) override;
  void announce(member x, std::chrono::milliseconds ttl, callback<std::monostate> done) override;
  void withdraw(std::string name, std::string incarnation) override;
  void members(callback<std::vector<member>> done) override;
  void claim_step(std::string key, std::string owner, callback<step_claim> done) override;
  void read_claim(std::string key, callback<step_claim> done) override;
  void take_over_step(std::string key, std::string from, std::string owner,
                      callback<step_claim> done) override;
  void finish_step(std::string key, std::string owner, std::string outcome,
                   callback<std::monostate> done) override;
  void ping(callback<std::monostate> done) override;
  std::string durability() const override { return real_.durability(); }

private:
  /// Fails the call if the store is down.
  template <class T>
  bool refuse(const callback<T>& done) const {
    if (down) done(fail(error_code::unavailable, "the store is down"));
    return down;
  }

  void judge(const commit& x);
  /// Tells the listener, then whoever asked.
  callback<uint64_t> counted(callback<uint64_t> done);

  store& real_;
  mutable std::mutex mutex_;
  sentences violations_;
  std::function<void(int)> listener_;
  int commits_ = 0;
};

}  // namespace ironbus::test
