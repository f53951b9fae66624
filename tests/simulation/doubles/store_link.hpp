#pragma once

#include "messages/ports/store.hpp"
#include "tests/simulation/core/random_stream.hpp"

#include <memory>
#include <string>

namespace ironbus::simulation {

class event_loop;
class simulated_store;
class store_session;

/// One process's store: `redis_store` to a `simulated_store`, in virtual time. Callbacks run as
/// events of the loop, never within a call. Destroying it kills the process: no callback runs
/// afterwards, and calls in transit may still be applied.
class store_link final : public store {
public:
  /// Connects at once if the server is reachable. `process`: name for logs.
  store_link(std::string process, simulated_store& server, event_loop& loop, random_stream random);
  ~store_link() override;
  store_link(const store_link&) = delete;
  store_link& operator=(const store_link&) = delete;

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
  void on_restart(std::function<void(const store_restart&)> listen) override;
  void try_write(callback<std::monostate> done) override;
  std::string durability() const override;

  /// Interrupts the connection. Calls in transit may or may not be applied, without a response; the
  /// link gives up after 5 s without a response.
  void cut();
  /// Restores it. Calls that the process has given up may still be applied, up to a second later.
  void heal();
  /// Kills the process: no callback runs any more. Calls in transit may be applied.
  void end();
  /// Pauses the process: responses are held, and delivered in order when it continues.
  void set_paused(bool paused);
  bool connected() const;

private:
  template <class Result, class Work>
  void send(std::function<void(Result)> done, Work work);

  std::shared_ptr<store_session> session_;
};

}  // namespace ironbus::simulation
