#pragma once

#include "messages/ports/store.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>

namespace ironbus::daemon {

/// A store that can be closed before the parts that use it are destroyed: passes all calls on, and
/// once closed drops them instead. So no callback reaches a part that is gone.
class store_gate final : public store {
public:
  /// `inner` must outlive the gate.
  explicit store_gate(store& inner) : inner_(inner) {}

  /// Takes no more calls and waits until those under way have come back, or for `limit`.
  void close(std::chrono::milliseconds limit);

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
  std::string durability() const override;

private:
  /// Held by a call under way; null: the gate is closed.
  using pass = std::shared_ptr<store_gate>;

  pass enter();
  void leave();

  /// The callback that gives its pass back, whether it is called or dropped.
  template <class T>
  static callback<T> guarded(pass x, callback<T> done) {
    return [x = std::move(x), done = std::move(done)](result<T> y) { done(std::move(y)); };
  }

  store& inner_;
  std::mutex mutex_;
  std::condition_variable idle_;
  size_t under_way_ = 0;
  bool closed_ = false;
};

}  // namespace ironbus::daemon
