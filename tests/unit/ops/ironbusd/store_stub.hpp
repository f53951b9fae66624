#pragma once

#include "messages/ports/store.hpp"

#include <atomic>

namespace ironbus::daemon {

/// A store of which only the calls are used that the daemon makes itself.
class store_stub : public store {
public:
  callback<std::monostate> held;       ///< Of the last ping.
  std::atomic<bool> available = true;  ///< For announce.
  std::atomic<int> announced = 0;
  std::atomic<int> withdrawn = 0;

  void announce(member, std::chrono::milliseconds, callback<std::monostate> done) override {
    ++announced;
    if (available)
      done(std::monostate{});
    else
      done(fail(error_code::unavailable, "away"));
  }
  void withdraw(std::string, std::string) override { ++withdrawn; }
  void ping(callback<std::monostate> done) override { held = std::move(done); }

  void apply(commit, callback<uint64_t>) override {}
  void mark_published(std::string, std::string, uint64_t) override {}
  void load(std::string, std::string, callback<stored>) override {}
  void load_many(std::string, std::vector<std::string>, callback<std::vector<stored>>) override {}
  void resolve(unique_key, callback<std::string>) override {}
  void list(query, callback<std::vector<listed>>) override {}
  void count(std::string, std::string, std::vector<std::string>,
             callback<std::vector<uint64_t>>) override {}
  void acquire_shard(uint32_t, callback<uint64_t>) override {}
  void attention_of(std::string, uint32_t, callback<std::vector<attention>>) override {}
  void members(callback<std::vector<member>>) override {}
  void claim_step(std::string, std::string, callback<step_claim>) override {}
  void read_claim(std::string, callback<step_claim>) override {}
  void take_over_step(std::string, std::string, std::string, callback<step_claim>) override {}
  void finish_step(std::string, std::string, std::string, callback<std::monostate>) override {}
  std::string durability() const override { return "none"; }
};

}  // namespace ironbus::daemon
