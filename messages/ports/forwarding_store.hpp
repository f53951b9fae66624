#pragma once

#include "messages/ports/store.hpp"

#include <functional>
#include <memory>

namespace ironbus {

/// Passes all calls to another store. Base class of stores that change some calls, reject some, or
/// move callbacks to another thread.
class forwarding_store : public store {
public:
  /// `inner` must outlive this.
  explicit forwarding_store(store& inner) : inner_{inner} {}
  forwarding_store(const forwarding_store&) = delete;
  forwarding_store& operator=(const forwarding_store&) = delete;

  void apply(commit x, commit_callback done) override;
  void mark_published(std::string aggregate, std::string id, uint64_t version) override;
  void acquire_shard(uint32_t shard, callback<uint64_t> done) override;
  void attention_of(std::string aggregate, uint32_t shard,
                    callback<std::vector<attention>> done) override;
  void load(std::string aggregate, std::string id, callback<stored> done) override;
  void resolve(unique_key key, callback<std::string> done) override;
  void list(query x, callback<std::vector<listed>> done) override;
  void count(std::string collection, std::string column, std::vector<std::string> values,
             callback<std::vector<uint64_t>> done) override;
  void announce(member x, std::chrono::milliseconds ttl, callback<std::monostate> done) override;
  void withdraw(std::string name, std::string incarnation) override;
  void members(callback<std::vector<member>> done) override;
  void claim_step(std::string key, std::string owner, claim_purpose purpose,
                  callback<step_claim> done) override;
  void read_claim(std::string key, callback<step_claim> done) override;
  void take_over_step(std::string key, std::string dead_owner, std::string owner,
                      callback<step_claim> done) override;
  void finish_step(std::string key, std::string owner, std::string outcome,
                   callback<std::monostate> done) override;
  void read_events(event_query x, callback<event_page> done) override;
  void trim_events(event_retention x, callback<trimmed_events> done) override;
  void ping(callback<std::monostate> done) override;
  void on_restart(std::function<void(const store_restart&)> listen) override {
    inner_.on_restart(std::move(listen));
  }
  void try_write(callback<std::monostate> done) override;
  std::string durability() const override { return inner_.durability(); }

protected:
  /// Delivers the answer of a call.
  using answer = std::function<void()>;

  /// The decision about a call.
  struct admission {
    enum class verdict : uint8_t { passed, failed, dropped };
    verdict is = verdict::passed;
    failure why{};                 ///< If rejected.
    std::shared_ptr<void> pass{};  ///< Held until the call was answered.
    std::shared_ptr<void> hold{};  ///< Held while the call is made.
    /// Replaces the function that delivers the answer; null: no change.
    std::function<answer(answer)> wrap{};
  };

  /// Called before each call except `durability` and `on_restart`.
  virtual admission admit() { return {}; }

  store& inner() { return inner_; }

private:
  template <class Call, class Done>
  void pass_on(const Call& call, Done done);
  template <class Call>
  void pass_on(const Call& call);

  store& inner_;
};

}  // namespace ironbus
