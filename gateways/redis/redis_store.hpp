#pragma once

#include "gateways/redis/redis_options.hpp"
#include "messages/ports/store.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

struct redisReply;

namespace ironbus {

namespace redis {
class dangling_entries;
class recorded_damage;
class pipeline;
struct script;
}  // namespace redis

/// The store for several processes: one Redis database, written by Lua scripts, so that a commit is
/// applied completely or not at all. docs/reference/store.md describes the keys.
///
/// Callbacks run on the one thread that owns the connection. `durability()` describes what
/// acknowledged writes survive, which depends on the server's settings.
class redis_store final : public store {
public:
  /// `invalid` if the URL is wrong. An unreachable Redis is not a failure here: the store keeps
  /// trying, and its calls are `unavailable` until it succeeds.
  static result<std::unique_ptr<redis_store>> open(const redis_options& options);

  ~redis_store() override;

  void apply(commit commit, commit_callback done) override;
  void mark_published(std::string aggregate, std::string id, uint64_t version) override;
  void load(std::string aggregate, std::string id, callback<stored> done) override;
  void resolve(unique_key key, callback<std::string> done) override;
  void list(query x, callback<std::vector<listed>> done) override;
  void count(std::string collection, std::string column, std::vector<std::string> values,
             callback<std::vector<uint64_t>> done) override;
  void acquire_shard(uint32_t shard, callback<uint64_t> done) override;
  void attention_of(std::string aggregate, uint32_t shard,
                    callback<std::vector<attention>> done) override;
  void announce(member member, std::chrono::milliseconds ttl,
                callback<std::monostate> done) override;
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
  void on_restart(std::function<void(const store_restart&)> listen) override;
  void try_write(callback<std::monostate> done) override;
  std::string durability() const override;

private:
  redis_store(std::unique_ptr<redis::pipeline> pipeline, std::string prefix);

  void write_claim(const redis::script& script, std::vector<std::string> args,
                   std::function<void(result<const redisReply*>)> done);
  std::string key(std::initializer_list<std::string_view> parts) const;

  std::string prefix_;
  std::unique_ptr<redis::dangling_entries> astray_;
  std::unique_ptr<redis::recorded_damage> damage_;
  std::unique_ptr<redis::pipeline>
      pipeline_;  ///< Destroyed first, because its callbacks use the others.
};

}  // namespace ironbus
