#pragma once

#include "tests/simulation/doubles/live_loop.hpp"
#include "tests/simulation/doubles/simulated_store.hpp"
#include "tests/simulation/doubles/store_link.hpp"

namespace ironbus::simulation {

/// A simulated store with one link to it, as a store that any thread may call.
class live_store final : public store {
public:
  explicit live_store(uint64_t seed);
  ~live_store() override;

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
  void ping(callback<std::monostate> done) override;
  void on_restart(std::function<void(const store_restart&)> listen) override;
  void try_write(callback<std::monostate> done) override;
  std::string durability() const override;

private:
  live_loop loop_;
  std::unique_ptr<simulated_store> server_;
  std::unique_ptr<store_link> link_;
};

}  // namespace ironbus::simulation
